import { posix } from 'node:path';
import type { CommandEntry } from './catalogue/entry.js';
import type { Shell } from './shell.js';
import { HOLE } from './text.js';

const RUST = ['rust-toolchain', 'rust-toolchain.toml'];
const NODE_PACKAGES = ['package.json', 'pnpm-workspace.yaml', '.pnpmfile.cjs', '.pnpmfile.mjs'];

/** The files by which a project, or a folder around it, chooses what a program really runs or fetches, whatever it is asked. */
const CHOOSERS: Readonly<Record<string, readonly string[]>> = {
  yarn: ['package.json', '.yarnrc', '.yarnrc.yml'],
  pnpm: NODE_PACKAGES,
  pnpx: NODE_PACKAGES,
  cargo: RUST,
  rustc: RUST,
  rustdoc: RUST,
  rustfmt: RUST,
  clippy: RUST,
  go: ['go.mod', 'go.work'],
  gofmt: ['go.mod', 'go.work'],
};

const MOST_FOLDERS = 40;

function fileAbove(names: readonly string[], shell: Shell): string | undefined {
  const { files } = shell;
  for (const place of shell.places()) {
    if (!files || place.includes(HOLE)) return 'a file of the project';
    let folder = place;
    for (let up = 0; up < MOST_FOLDERS; up += 1) {
      const found = names.find((name) => files.kind(posix.join(folder, name)) !== 'missing');
      if (found !== undefined) return posix.join(folder, found);
      if (folder === '/') break;
      folder = posix.dirname(folder);
    }
  }
  return undefined;
}

/** Says so where a project may choose what a program really is. */
export function judgeChoice(program: string, shell: Shell): void {
  const names = Object.hasOwn(CHOOSERS, program) ? CHOOSERS[program] : undefined;
  const file = names && fileAbove(names, shell);
  if (file !== undefined) shell.report.impure(`${program} may run what ${file} names`);
}

/** Programs that tell their version without loading anything of the project; test runners and linters often do load it. */
const TELLERS = new Set(
  `node npm npx yarn pnpm bun deno tsc eslint prettier biome esbuild python python2 python3 pip pip3 ruby gem perl php java
  javac cargo rustc rustup rustfmt go gcc g++ cc c++ clang clang++ make gmake cmake git gh glab docker podman kubectl helm
  terraform aws gcloud curl wget ssh rsync tar zip unzip gzip openssl gpg sqlite3 psql mysql redis-cli bash sh zsh dash fish
  vi vim nvim nano emacs code tmux screen env sudo man less ffmpeg convert pandoc bat jq`.split(/\s+/),
);

/** Whether a program that is asked for nothing but its version does nothing else. */
export function tellsVersion(program: string, { readOnly }: CommandEntry): boolean {
  return readOnly === true || TELLERS.has(program) || /^python[23]\.\d+$/.test(program);
}
