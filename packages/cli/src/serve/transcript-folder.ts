// A longer name ends with a hash of its own, which is none of ours to make.
const LONGEST = 200;

/** The name of the folder in which the host keeps the transcripts of the sessions that began in a folder (measured). */
export function transcriptFolder(folder: string): string {
  return folder.replace(/[^a-zA-Z0-9]/g, '-').slice(0, LONGEST);
}
