import { existsSync } from 'node:fs';
import {
  type Project,
  type ProjectFiles,
  type ToldResult,
  type ToolUseBlock,
  type Turn,
  text,
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
  /** The call that the row tells of, where it is one of a subagent's. Default: the call itself. */
  readonly tells?: string;
  /** What must have come of it. */
  readonly expected: 'denied' | 'narrowed' | 'rewritten' | 'approved' | 'done';
  readonly holds: (project: Project, told: ToldResult) => boolean;
}

// Under /etc, a name that nothing reads.
const SYSTEM_FILE = `/etc/hookloom-demo-${process.pid}.txt`;

const write = (file: string, content: string) => (project: Project) =>
  toolUse('Write', { file_path: project.path(file), content });
const tellsNothing = (_project: Project, told: ToldResult) => !told.text.includes('MARKER');

function spawn(prompt: string, id?: string): ToolUseBlock {
  const input = { description: 'help', prompt, subagent_type: 'general-purpose', run_in_background: false };
  return toolUse('Agent', input, id);
}

/** What the subagents of the demo do: each starts one more, and the third would write a file. */
export function agents(project: Project): Record<string, Turn[]> {
  return {
    'DEPTH-ONE': [[spawn('DEPTH-TWO')], [text('the first is back')]],
    'DEPTH-TWO': [
      [spawn('DEPTH-THREE', 'third')],
      [write('second-agent.txt', 'x')(project)],
      [text('the second is back')],
    ],
    'DEPTH-THREE': [[write('third-agent.txt', 'x')(project)], [text('the third is back')]],
  };
}

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
    tries: 'run cat .e* in a shell',
    call: () => toolUse('Bash', { command: 'cat .e*', description: 'show it' }),
    expected: 'denied',
    holds: tellsNothing,
  },
  {
    tries: 'run bash -c with .env in a variable',
    call: () => toolUse('Bash', { command: `F=.env; bash -c "head -1 $F"`, description: 'show it' }),
    expected: 'denied',
    holds: tellsNothing,
  },
  {
    tries: 'run echo with .env in its text',
    call: () => toolUse('Bash', { command: 'echo "copy .env.example to .env"', description: 'say it' }),
    expected: 'done',
    holds: (_project, told) => told.text.includes('to .env'),
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
    expected: 'approved',
    holds: (_project, told) => told.text.includes('export const one'),
  },
  {
    tries: 'write build/app.js',
    call: write('build/app.js', 'bundled'),
    expected: 'rewritten',
    holds: (project) => !project.exists('build/app.js') && project.read('../sandbox/app.js') === 'bundled',
  },
  {
    tries: 'read build/app.js back',
    call: ({ path }) => toolUse('Read', { file_path: path('build/app.js') }),
    expected: 'rewritten',
    holds: (_project, told) => told.text.includes('bundled'),
  },
  {
    tries: 'start an agent in an agent in an agent',
    call: () => spawn('DEPTH-ONE'),
    tells: 'third',
    expected: 'denied',
    holds: (project) => project.exists('second-agent.txt') && !project.exists('third-agent.txt'),
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
