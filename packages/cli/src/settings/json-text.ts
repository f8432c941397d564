import { type Node, parseTree } from 'jsonc-parser';

/** Where a value stands in a JSON text: keys of objects and places in lists. */
export type JsonPath = readonly (string | number)[];

/**
 * Edits a JSON text and leaves every other byte as it is: what is new is written in the text's own indentation and line
 * ends, on one line where its surroundings are.
 */
export class JsonText {
  #text: string;

  constructor(text: string) {
    this.#text = text.trim() === '' ? `{}\n` : text;
  }

  toString(): string {
    return this.#text;
  }

  /** Adds a value under a key at the end of an object, or at the end of a list. */
  add(path: JsonPath, value: unknown, key?: string): void {
    const node = this.#find(path);
    const children = node.children ?? [];
    const last = children.at(-1);
    const lead = key === undefined ? '' : `${JSON.stringify(key)}: `;
    if (last === undefined) {
      const outer = this.#indentAt(node.offset);
      const inner = outer + this.#unit();
      const [open, close] = [this.#text[node.offset], this.#text[node.offset + node.length - 1]];
      const text = `${open}${this.#eol()}${inner}${lead}${this.#write(value, inner)}${this.#eol()}${outer}${close}`;
      this.#splice(node.offset, node.offset + node.length, text);
      return;
    }
    const end = last.offset + last.length;
    const isSpread = this.#text.slice(node.offset, children[0]?.offset).includes('\n');
    const indent = this.#indentAt(children[0]?.offset ?? 0);
    const text = isSpread
      ? `,${this.#eol()}${indent}${lead}${this.#write(value, indent)}`
      : `, ${lead}${JSON.stringify(value)}`;
    this.#splice(end, end, text);
  }

  /** Puts another value in place of one. */
  replace(path: JsonPath, value: unknown): void {
    const node = this.#find(path);
    const isSpread = this.#text.slice(node.offset, node.offset + node.length).includes('\n');
    const text = isSpread ? this.#write(value, this.#indentAt(node.offset)) : JSON.stringify(value);
    this.#splice(node.offset, node.offset + node.length, text);
  }

  /** Takes a value away, with its key. */
  remove(path: JsonPath): void {
    const found = this.#find(path);
    const node = found.parent?.type === 'property' ? found.parent : found;
    const parent = node.parent as Node;
    const siblings = parent.children ?? [];
    const at = siblings.indexOf(node);
    const [before, after] = [siblings[at - 1], siblings[at + 1]];
    if (before === undefined && after === undefined) {
      this.#splice(parent.offset + 1, parent.offset + parent.length - 1, '');
    } else if (after === undefined && before !== undefined) {
      this.#splice(before.offset + before.length, node.offset + node.length, '');
    } else if (after !== undefined) this.#splice(node.offset, after.offset, '');
  }

  #find(path: JsonPath): Node {
    let node = parseTree(this.#text.replace(/^\ufeff/, ' ')) as Node;
    for (const step of path) {
      const child: Node | undefined =
        typeof step === 'number'
          ? node.children?.[step]
          : // Of a key that stands twice the last counts, as for the host.
            node.children?.findLast(({ children }) => children?.[0]?.value === step)?.children?.[1];
      if (child === undefined) throw new RangeError(`there is no ${path.join('.')}`);
      node = child;
    }
    return node;
  }

  #splice(start: number, end: number, text: string): void {
    this.#text = this.#text.slice(0, start) + text + this.#text.slice(end);
  }

  #write(value: unknown, indent: string): string {
    return JSON.stringify(value, null, this.#unit())
      .split('\n')
      .join(this.#eol() + indent);
  }

  /** The white space that the line begins with in which an offset lies. */
  #indentAt(offset: number): string {
    const start = this.#text.lastIndexOf('\n', offset - 1) + 1;
    return /^[ \t]*/.exec(this.#text.slice(start, offset))?.[0] ?? '';
  }

  #unit(): string {
    return /^(?:\t| {2,8})(?=\S)/m.exec(this.#text)?.[0] ?? '  ';
  }

  #eol(): string {
    return this.#text.includes('\r\n') ? '\r\n' : '\n';
  }
}
