/** One content block of a request: text, a tool call, a tool result, an image, and whatever else the API knows. */
export interface RequestBlock {
  type: string;
  text?: string;
  tool_use_id?: string;
  content?: string | RequestBlock[];
  is_error?: boolean;
  [key: string]: unknown;
}

/** One message of a request. */
export interface RequestMessage {
  role: string;
  content: string | RequestBlock[];
}

/** The body that the agent sends to the Messages API; fields that are not named here are kept as sent. */
export interface MessagesRequest {
  model: string;
  messages: RequestMessage[];
  system?: string | RequestBlock[];
  tools?: Array<{ name?: string; [key: string]: unknown }>;
  stream?: boolean;
  [key: string]: unknown;
}

/** A tool result as the model was told. Images and other blocks without text add nothing to `text`. */
export interface ToldResult {
  toolUseId: string;
  text: string;
  isError: boolean;
}

/** The text of a message or a tool result; the text blocks of a list are joined by line breaks. */
export function textOf(content: string | readonly RequestBlock[] | undefined): string {
  if (content === undefined || typeof content === 'string') return content ?? '';
  return content.flatMap((block) => (typeof block.text === 'string' ? [block.text] : [])).join('\n');
}

/** The text that a conversation opens with: all user messages before the first answer. */
export function openingText(request: MessagesRequest): string {
  const answer = request.messages.findIndex((message) => message.role === 'assistant');
  const opening = answer < 0 ? request.messages : request.messages.slice(0, answer);
  return opening.map((message) => textOf(message.content)).join('\n');
}

/** Whether Claude Code marked the request as sent for a subagent. */
export function spokenBySubagent(request: MessagesRequest): boolean {
  return textOf(request.system).includes('cc_is_subagent=true');
}

/** The tool results within a request, in order. */
export function toolResultsIn(request: MessagesRequest): ToldResult[] {
  return request.messages
    .flatMap((message) => (typeof message.content === 'string' ? [] : message.content))
    .filter((block) => block.type === 'tool_result' && typeof block.tool_use_id === 'string')
    .map((block) => ({
      toolUseId: block.tool_use_id as string,
      text: textOf(block.content),
      isError: block.is_error === true,
    }));
}

/** Whether a string stands in any string of a JSON value, keys of objects included. */
export function mentions(value: unknown, wanted: string): boolean {
  if (typeof value === 'string') return value.includes(wanted);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, leaf]) => {
    return (!Array.isArray(value) && key.includes(wanted)) || mentions(leaf, wanted);
  });
}
