import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  createHooks,
  createRunner,
  definePlugin,
  EVENTS,
  type HookEvent,
  type Next,
  type OnFailure,
  type Outcome,
  type Role,
} from '../src/index.js';
import { hostSchema } from './host-schema.js';
import { payloadOf } from './stack.js';

type LooseContext = Record<string, (...given: unknown[]) => unknown>;
type Step = (ctx: LooseContext, next: Next) => unknown;

const VERBS = 'deny defer ask allow block accept decline cancel rewrite note tell halt extend log waitUntil';

const given = fc.constantFrom<unknown>(
  undefined,
  null,
  '',
  ' ',
  'because',
  5,
  [],
  ['because'],
  { x: 1 },
  { stdout: 'x', stderr: '', interrupted: false },
  { reason: 'because', permissions: [] },
  { permissions: [{ type: 'addDirectories', directories: ['/a'], destination: 'session' }] },
  { interrupt: true },
  { watchPaths: ['/a'], sessionTitle: 'x', reloadSkills: true },
  { sessionTitle: 'x', suppressOriginalPrompt: true },
  { suppressOutput: true, terminalSequence: '\x07' },
  { decision: 'block', reason: 'because' },
  { worktreePath: '/w' },
  { displayContent: 'x' },
  { classifierContext: 'x' },
  { retry: true },
  () => 1,
  new Map(),
);

const verb = fc
  .tuple(fc.constantFrom(...VERBS.split(' ')), given)
  .map(([name, value]): [string, Step] => [
    `${name}(${JSON.stringify(value)})`,
    (ctx) => void ctx[name]?.(value),
  ]);

const other = fc.constantFrom<[string, Step]>(
  ['next()', (_ctx, next) => void next()],
  ['await next()', (_ctx, next) => next()],
  ['a turn', () => new Promise<void>((resolve) => setImmediate(resolve))],
  [
    'throw',
    () => {
      throw new Error('scripted');
    },
  ],
  ['a verb that is not there', (ctx) => ctx.approve?.('x') ?? ctx.reject?.call(ctx)],
);

const hang = fc.constant<[string, Step]>(['hang', () => new Promise<void>(() => undefined)]);

const plugin = fc.record({
  role: fc.constantFrom<Role>('guard', 'rewriter', 'approver', 'observer'),
  onFailure: fc.constantFrom<OnFailure>('block', 'ask', 'continue'),
  steps: fc.array(
    fc.oneof(
      { weight: 40, arbitrary: verb },
      { weight: 20, arbitrary: other },
      { weight: 1, arbitrary: hang },
    ),
    { maxLength: 5 },
  ),
  returns: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: given }),
});

const TOOL = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'toolu_1' };
const OUTPUT = { tool_response: { stdout: 'key', stderr: '', interrupted: false } };
const fields = fc.constantFrom<Record<string, unknown>>(
  { ...TOOL, ...OUTPUT, prompt: 'hello' },
  { ...TOOL, tool_name: 'mcp__a__b', tool_response: [{ type: 'text', text: 'key' }], prompt: 'hello' },
  { ...TOOL, tool_input: 'ls' },
  { session_id: 5 },
);

it('the callback never rejects, answers before the host’s timeout, fits the host’s schema, and tells each failure once', async () => {
  const property = fc.asyncProperty(
    fc.constantFrom<HookEvent>(...EVENTS),
    fc.array(plugin, { minLength: 1, maxLength: 4 }),
    fields,
    async (event, scripts, extra) => {
      const outcomes: Outcome[] = [];
      const stack = scripts.map(({ role, onFailure, steps, returns }, index) =>
        definePlugin({
          name: `p${index}`,
          role,
          onFailure,
          timeout: '15ms',
          hooks: {
            [event]: async (ctx: LooseContext, next: Next) => {
              for (const [, step] of steps) await step(ctx, next);
              return returns;
            },
          },
        }),
      );
      const runner = createRunner(stack, {
        onOutcome: (outcome) => outcomes.push(outcome),
        onLog: () => undefined,
      });
      const matcher = createHooks(runner)[event]?.[0];
      const started = performance.now();
      const answer = await matcher?.hooks[0]?.(payloadOf(event, extra) as never, undefined, {
        signal: new AbortController().signal,
      });
      expect(performance.now() - started).toBeLessThan((matcher?.timeout ?? 0) * 1000);
      hostSchema(event).parse(JSON.parse(JSON.stringify(answer)));
      const [{ failures = [], plugins = [] } = {}] = outcomes;
      for (const { plugin: name, judgedAgain } of plugins) {
        const codes = failures.filter((failure) => failure.plugin === name).map(({ code }) => code);
        for (const code of codes) {
          expect(codes.filter((each) => each === code).length).toBeLessThanOrEqual(judgedAgain ? 2 : 1);
        }
      }
    },
  );
  await fc.assert(property, { numRuns: fc.readConfigureGlobal()?.numRuns ?? 1000 });
}, 60_000);
