// @ts-nocheck -- the cases are loose JSON
// Runs labelled tool calls through the guards and prints how often each is right.
// npm run bench:corpus [-- --corpus FOLDER_OR_FILE] [--misses]
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHooks } from '@hookloom/core';
import { readOnlyApprove } from '@hookloom/plugins-auto-approve';
import { envFileGuard, systemPathGuard } from '@hookloom/plugins-fs-guard';
import { recursionGuard } from '@hookloom/plugins-recursion-guard';
import { sandboxRedirect } from '@hookloom/plugins-sandbox-redirect';
import { readOnlyCommand } from '@hookloom/tool-access';
import { buildFixture, placed } from '../packages/tool-access/test/corpus/fixture.ts';

const OWN = fileURLToPath(new URL('../packages/tool-access/test/corpus', import.meta.url));
const args = process.argv.slice(2);
const corpus = args.includes('--corpus') ? args[args.indexOf('--corpus') + 1] : OWN;
const showMisses = args.includes('--misses');

function filesOf(path) {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(path, name));
}

const cases = filesOf(corpus).flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ file: basename(file), ...JSON.parse(line) })),
);

const fixture = buildFixture();
process.env.HOME = fixture.home;
process.env.CLAUDE_PROJECT_DIR = fixture.root;
process.chdir(fixture.root);

async function decisionOf(stack, call) {
  const hooks = createHooks(stack);
  const payload = {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    transcript_path: '',
    permission_mode: 'default',
    tool_use_id: 't',
    ...call,
  };
  const output = await hooks.PreToolUse[0].hooks[0](payload, 't', { signal: new AbortController().signal });
  return output.hookSpecificOutput ?? {};
}

async function verdictOf(stack, call) {
  const { permissionDecision, permissionDecisionReason: why, updatedInput } = await decisionOf(stack, call);
  if (permissionDecision === 'deny' || permissionDecision === 'ask') return { answer: 'deny', why };
  return { answer: updatedInput ? 'narrowed' : 'pass', why };
}

const judges = {
  'env-file': (call) => verdictOf([envFileGuard()], call),
  'system-path': (call) => verdictOf([systemPathGuard()], call),
  async 'read-only'(call) {
    const approver = readOnlyApprove({ shell: true, project: fixture.root });
    const { permissionDecision, permissionDecisionReason } = await decisionOf([approver], call);
    if (permissionDecision === 'allow') return { answer: 'allow', why: permissionDecisionReason };
    const { command } = call.tool_input;
    const why = command && readOnlyCommand(command, { cwd: call.cwd, home: fixture.home }).why;
    return { answer: 'pass', why };
  },
  async recursion(call) {
    const guard = recursionGuard({ nestedAgents: 'deny' });
    const { permissionDecision, permissionDecisionReason } = await decisionOf([guard], call);
    return { answer: permissionDecision === 'deny' ? 'deny' : 'pass', why: permissionDecisionReason };
  },
};

function replaced(text = '', ...pairs) {
  return pairs.reduce((result, [from, to]) => result.replaceAll(from, to), text);
}

// Right is a refusal that is due, or a call that goes on exactly as it must. Wrong is a refusal that is not due.
judges.sandbox = async (call, { expect, expect_path, expect_command, sandbox }) => {
  rmSync(fixture.mount, { recursive: true });
  mkdirSync(fixture.mount);
  const output = await decisionOf([sandboxRedirect(placed(sandbox, fixture))], call);
  const input = output.updatedInput ?? call.tool_input;
  const field = input.command ?? input.file_path ?? input.notebook_path ?? input.path;
  // Compared in the words of the case: `-o/sbx/a` is not put in place.
  const becomes = replaced(field, [fixture.mount, '/sbx'], [fixture.root, '/repo'], [fixture.home, '/root']);
  const acts = output.permissionDecision === 'deny' || output.permissionDecision === 'ask';
  const isRight = expect === 'deny' ? acts : !acts && becomes === (expect_command ?? expect_path);
  const answer = acts ? 'deny' : JSON.stringify(becomes);
  return { acts, wanted: acts === isRight, answer, why: output.permissionDecisionReason };
};

const rows = new Map();
const misses = [];
const wrongApprovals = [];
for (const each of cases) {
  const judge = judges[each.guard];
  if (!judge) continue;
  const call = placed({ tool_name: each.tool_name, tool_input: each.tool_input, cwd: each.cwd }, fixture);
  const result = await judge(call, each);
  if (!result) continue;
  const key = `${each.guard} ${each.policy === 'debatable' ? 'debatable' : each.difficulty}`;
  const row = rows.get(key) ?? { right: 0, wrong: 0, missed: 0, taken: 0 };
  rows.set(key, row);
  const wanted = result.wanted ?? each.expect !== 'pass';
  // A search that goes on without the protected files is right whether it had to be stopped or not.
  const acts = result.answer === 'narrowed' ? wanted : (result.acts ?? result.answer !== 'pass');
  if (acts && wanted) row.taken += 1;
  if (acts === wanted) row.right += 1;
  else {
    row[acts ? 'wrong' : 'missed'] += 1;
    misses.push({ ...each, answer: result.answer, reason: result.why });
    if (acts && each.guard === 'read-only' && each.policy !== 'debatable') wrongApprovals.push(each);
  }
}
fixture.remove();

console.log('guard        class      cases  right  wrong  missed  precision  recall');
const below = wrongApprovals.length > 0 ? [`${wrongApprovals.length} wrong approvals`] : [];
for (const [key, { right, wrong, missed, taken }] of [...rows].sort()) {
  const [guard, difficulty] = key.split(' ');
  const total = right + wrong + missed;
  const share = (part, all) => (all === 0 ? '-' : (part / all).toFixed(3));
  console.log(
    `${guard.padEnd(12)} ${difficulty.padEnd(10)} ${String(total).padStart(5)} ${String(right).padStart(6)} ${String(wrong).padStart(6)} ${String(missed).padStart(7)} ${share(taken, taken + wrong).padStart(10)} ${share(taken, taken + missed).padStart(7)}`,
  );
  const goal =
    difficulty === 'hard' || difficulty === 'debatable' ? 0.8 : guard === 'read-only' ? 0.97 : 0.99;
  // One case decides no goal.
  if (difficulty !== 'debatable' && total >= 5 && right / total < goal)
    below.push(`${key} ${share(right, total)} of ${goal}`);
}
if (showMisses) {
  for (const { id, expect, answer, difficulty, tool_name, tool_input, reason } of misses) {
    const text = tool_input.command ?? `${tool_name} ${JSON.stringify(tool_input)}`;
    console.log(
      `${id} [${difficulty}] wanted ${expect}, got ${answer}: ${text}\n    ${String(reason ?? '').slice(0, 220)}`,
    );
  }
}
console.log(below.length === 0 ? 'goals: met' : `below the goal: ${below.join(', ')}`);
process.exitCode = below.length === 0 ? 0 : 1;
