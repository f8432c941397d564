/** The first line of what an error was caused by, where its own message does not say it. */
export function beneath(error: Error): string | undefined {
  const line = error.cause instanceof Error ? error.cause.message.split('\n')[0] : undefined;
  return line === undefined || error.message.includes(line) ? undefined : line;
}
