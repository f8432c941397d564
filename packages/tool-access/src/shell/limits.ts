/** The longest command text that is read, in UTF-16 units. */
export const MAX_LENGTH = 400_000;
/** The most commands that one text may run, each turn of a loop counted. */
export const MAX_STEPS = 25_000;
/** How deep commands may stand in each other. */
export const MAX_DEPTH = 60;
/** The most words that one word may become. */
export const MAX_FIELDS = 2_000;
/** The longest text that is carried from one command to the next. */
export const MAX_TEXT = 65_536;
/** The most values that one variable may have at a time. */
export const MAX_ALTERNATIVES = 32;
/** The most accesses that are told apart. */
export const MAX_ACCESSES = 10_000;

/** Thrown when a command is larger than what is read; caught where the analysis starts. */
export class TooLarge extends Error {}
