import { expect, it } from 'vitest';
import { accessesOf } from './accesses.js';
import { changesFolder, makesFolder } from './folder-writes.js';

function writeOf(toolName: string, toolInput: object) {
  const { accesses } = accessesOf({ toolName, toolInput, cwd: '/repo' }, { shell: { fileSystem: false } });
  const write = accesses.find(({ mode }) => mode === 'write');
  if (!write) throw new Error('the call writes nothing');
  return write;
}

it.each([
  ['Bash', { command: 'mkdir x' }, true],
  ['Bash', { command: 'git init x' }, true],
  ['mcp__filesystem__create_directory', { path: 'x' }, true],
  ['Bash', { command: 'mv y x' }, false],
  ['Write', { file_path: '/repo/x', content: '' }, false],
])('%s %j makes a folder and nothing else: %s', (tool, input, expected) => {
  expect(makesFolder(writeOf(tool, input), tool)).toBe(expected);
});

it.each([
  ['chmod 700 x', true],
  ['rsync -a y/ x', true],
  ["find x -name y -exec rm -rf {} '+'", true],
  ["find x -name y -exec rm {} '+'", false],
  ['cp y x', false],
])('%s may change a folder itself: %s', (command, expected) => {
  expect(changesFolder(writeOf('Bash', { command }))).toBe(expected);
});
