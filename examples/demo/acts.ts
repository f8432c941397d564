import { existsSync } from 'node:fs';
import {
  type Project,
  type ProjectFiles,
  type ToldResult,
  type ToolUseBlock,
  toolUse,
} from '@hookloom/testing';

/** The files of the demo's project before the agent starts. */
export const files: ProjectFiles = {
  '.env': 'TOKEN=MARKER-secret\n',
  '.env.example': 'TOKEN=\n',
  'docs/config.txt': { symlink: '../.env' },
  'src/app.ts': 'const TOKEN = process.env.TOKEN;\n',
};

/** One thing that the scripted model tries, and how the world must look afterwards. */
export interface Act {
  readonly tries: string;
  readonly call: (project: Project) => ToolUseBlock;
  /** What must have come of it. */
  readonly expected: 'denied' | 'narrowed' | 'rewritten' | 'done';
  readonly holds: (project: Project, told: ToldResult) => boolean;
}

// Under /etc, a name that nothing reads.
const SYSTEM_FILE = `/etc/hookloom-demo-${process.pid}.txt`;

const write = (file: string, content: string) => (project: Project) =>
  toolUse('Write', { file_path: project.path(file), content });
const tellsNothing = (_project: Project, told: ToldResult) => !told.text.includes('MARKER');

export const acts: readonly Act[] = [
  {
    tries: 'write .env',
    call: write('.env', 'TOKEN=mine'),
    expected: 'denied',
    holds: (project) => project.read('.env') === files['.env'],
  },
  {
    tries: 'read .env',
    call: ({ path }) => toolUse('Read', { file_path: path('.env') }),
    expected: 'denied',
    holds: tellsNothing,
  },
  {
    tries: 'read docs/config.txt, a link to .env',
    call: ({ path }) => toolUse('Read', { file_path: path('docs/config.txt') }),
    expected: 'denied',
    holds: tellsNothing,
  },
  {
    tries: 'search the project for TOKEN',
    call: () => toolUse('Grep', { pattern: 'TOKEN', output_mode: 'content' }),
    expected: 'narrowed',
    holds: (project, told) => tellsNothing(project, told) && told.text.includes('src/app.ts'),
  },
  {
    tries: 'write a file under /etc',
    call: () => toolUse('Write', { file_path: SYSTEM_FILE, content: 'x' }),
    expected: 'denied',
    holds: () => !existsSync(SYSTEM_FILE),
  },
  {
    tries: 'write src/util.ts',
    call: write('src/util.ts', 'export const one = 1;\n'),
    expected: 'done',
    holds: (project) => project.read('src/util.ts') === 'export const one = 1;\n',
  },
  {
    tries: 'read it back',
    call: ({ path }) => toolUse('Read', { file_path: path('src/util.ts') }),
    expected: 'done',
    holds: (_project, told) => told.text.includes('export const one'),
  },
  {
    tries: 'write while a guard throws',
    call: write('guard-throws.txt', 'x'),
    expected: 'denied',
    holds: (project) => !project.exists('guard-throws.txt'),
  },
  {
    tries: 'write while a guard hangs',
    call: write('guard-hangs.txt', 'x'),
    expected: 'denied',
    holds: (project) => !project.exists('guard-hangs.txt'),
  },
  {
    tries: 'write while an observer throws',
    call: write('observer-throws.txt', 'x'),
    expected: 'done',
    holds: (project) => project.read('observer-throws.txt') === 'x',
  },
  {
    tries: 'write notes.md through two rewriters',
    call: write('notes.md', 'draft'),
    expected: 'rewritten',
    holds: (project) => project.read('notes.md') === 'draft slow fast',
  },
];
