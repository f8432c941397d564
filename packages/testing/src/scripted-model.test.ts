import { afterEach, describe, expect, it } from 'vitest';
import type { Script } from './script.js';
import { text, toolUse } from './script.js';
import { type ScriptedModel, type ScriptedModelOptions, startScriptedModel } from './scripted-model.js';

const running: ScriptedModel[] = [];

async function start(script: Script, options?: ScriptedModelOptions): Promise<ScriptedModel> {
  const model = await startScriptedModel(script, options);
  running.push(model);
  return model;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((model) => model.close()));
});

interface Ask {
  prompt?: string;
  stream?: boolean;
  tools?: unknown[];
  system?: string;
  messages?: unknown[];
  path?: string;
}

function ask(model: ScriptedModel, { prompt = 'go', path = '/v1/messages?beta=true', ...rest }: Ask = {}) {
  const messages = [{ role: 'user', content: prompt }];
  const body = { model: 'some-model', messages, tools: [{ name: 'Bash' }], ...rest };
  return fetch(model.url + path, { method: 'POST', body: JSON.stringify(body) });
}

async function say(model: ScriptedModel, request: Ask = {}): Promise<string> {
  const answer = (await (await ask(model, request)).json()) as {
    content: Array<{ text?: string; id?: string }>;
  };
  return answer.content.map((block) => block.text ?? block.id).join(' ');
}

interface StreamEvent {
  type: string;
  delta?: { text?: string };
}

async function events(response: Response): Promise<StreamEvent[]> {
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: '));
  return lines.map((line) => JSON.parse(line.slice('data: '.length)));
}

describe('the scripted model', () => {
  it('answers one turn a request, and `done` when the script is over', async () => {
    const model = await start([[text('one')], [text('two')]]);
    expect([await say(model), await say(model), await say(model)]).toEqual(['one', 'two', 'done']);
  });

  it('streams a turn as the API does', async () => {
    const model = await start([[text('Let me look.'), toolUse('Bash', { command: 'ls' }, 'toolu_1')]]);
    const response = await ask(model, { stream: true });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const seen = await events(response);
    expect(seen.map((event) => event.type)).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    expect(seen[2]).toMatchObject({ index: 0, delta: { type: 'text_delta', text: 'Let me look.' } });
    expect(seen[4]).toMatchObject({
      content_block: { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: {} },
    });
    expect(seen[5]).toMatchObject({ delta: { type: 'input_json_delta', partial_json: '{"command":"ls"}' } });
    expect(seen[7]).toMatchObject({ delta: { stop_reason: 'tool_use' } });
  });

  it('streams long text in pieces that never split a character', async () => {
    const long = '🧵'.repeat(10_000);
    const model = await start([[text(long)]]);
    const seen = await events(await ask(model, { stream: true }));
    const pieces = seen.flatMap(({ delta }) => (delta?.text ? [delta.text] : []));
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join('')).toBe(long);
    expect(pieces.every((piece) => !piece.includes('\uFFFD'))).toBe(true);
  });

  it('keeps two conversations apart that ask at the same time', async () => {
    const model = await start({
      main: [[text('main 1')], [text('main 2')]],
      agents: { TASK: [[text('agent 1')], [text('agent 2')]], 'TASK TWO': [[text('other 1')]] },
    });
    const prompts = ['go', 'do TASK', 'do TASK TWO', 'do TASK', 'go'];
    const said = await Promise.all(prompts.map((prompt) => say(model, { prompt })));
    expect(said.sort()).toEqual(['agent 1', 'agent 2', 'main 1', 'main 2', 'other 1']);
    expect(model.requests.map(({ conversation }) => conversation)).toContainEqual({
      kind: 'agent',
      marker: 'TASK TWO',
    });
  });

  it('does not take the main loop for a subagent once it has called one', async () => {
    const model = await start({ main: [[text('main')]], agents: { TASK: [[text('agent')]] } });
    const messages = [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [toolUse('Agent', { prompt: 'do TASK' })] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'TASK is done' }] },
    ];
    expect(await say(model, { messages })).toBe('main');
  });

  it('gives no turn of the main loop to a subagent without a script', async () => {
    const model = await start({ main: [[text('main')]], agents: {} });
    expect(await say(model, { system: 'x; cc_is_subagent=true;' })).toBe('done');
    expect(await say(model)).toBe('main');
  });

  it('answers side calls without tools in plain text and leaves the script alone', async () => {
    const model = await start([[text('main')]]);
    expect(await say(model, { tools: [] })).toBe('done');
    expect(await say(model)).toBe('main');
  });

  it('lets functions decide a turn from the request', async () => {
    const model = await start([
      async ({ messages }) => [text(`you said ${messages[0]?.content}`)],
      () => undefined,
    ]);
    expect([await say(model, { prompt: 'hello' }), await say(model)]).toEqual(['you said hello', 'done']);
    const counting = await start((_, index) => [text(`answer ${index}`)]);
    expect([await say(counting), await say(counting)]).toEqual(['answer 0', 'answer 1']);
  });

  it('answers with a scripted error', async () => {
    const model = await start([{ status: 529, message: 'busy', type: 'overloaded_error' }]);
    const response = await ask(model);
    expect(response.status).toBe(529);
    expect(await response.json()).toEqual({
      type: 'error',
      error: { type: 'overloaded_error', message: 'busy' },
    });
  });

  it('reports a script that throws, and answers 400', async () => {
    const model = await start(() => {
      throw new Error('a slip in the script');
    });
    expect((await ask(model)).status).toBe(400);
    expect(model.failures.map(({ message }) => message)).toEqual(['a slip in the script']);
  });

  it('counts tokens, and has no other pages', async () => {
    const model = await start([]);
    expect(await (await ask(model, { path: '/v1/messages/count_tokens' })).json()).toEqual({
      input_tokens: 10,
    });
    expect((await ask(model, { path: '/v1/other' })).status).toBe(404);
    expect((await fetch(`${model.url}/v1/messages`)).status).toBe(404);
    expect(model.unknown).toEqual(['POST /v1/other', 'GET /v1/messages']);
    expect(model.requests).toEqual([]);
  });

  it('refuses what is no message request', async () => {
    const model = await start([]);
    for (const body of ['', 'no json', '[]', 'null']) {
      expect((await fetch(`${model.url}/v1/messages`, { method: 'POST', body })).status).toBe(400);
    }
  });

  it('bounds the number of requests and their size', async () => {
    const model = await start([], { maxRequests: 2, maxBodyBytes: 1000 });
    expect((await ask(model, { prompt: 'x'.repeat(1000) })).status).toBe(413);
    expect([(await ask(model)).status, (await ask(model)).status, (await ask(model)).status]).toEqual([
      200, 200, 400,
    ]);
    expect(model.requests).toHaveLength(2);
  });

  it('tells what the model was told: each tool result once, as told first', async () => {
    const model = await start([]);
    const result = (content: unknown, more = {}) => ({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content, ...more }],
    });
    await ask(model, { messages: [result([{ type: 'text', text: 'first' }], { is_error: true })] });
    await ask(model, { messages: [result('later')] });
    expect(model.toolResults()).toEqual([{ toolUseId: 'toolu_1', text: 'first', isError: true }]);
  });

  it('finds a string that the model was told anywhere, as it is and not as JSON writes it', async () => {
    const model = await start([]);
    await ask(model, { prompt: 'line one\n"quoted"', system: 'be kind', tools: [{ name: 'Bash' }] });
    for (const told of ['one\n"quoted"', 'kind', 'Bash']) expect(model.toldModel(told)).toBe(true);
    for (const untold of ['nline', 'n\\"quoted', 'unkind']) expect(model.toldModel(untold)).toBe(false);
  });

  it('closes while a request still waits for its answer', async () => {
    const model = await start(() => new Promise(() => {}));
    const waiting = ask(model).then(
      () => 'answered',
      () => 'cut',
    );
    while (model.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await model.close();
    expect(await waiting).toBe('cut');
  });
});

describe('toolUse', () => {
  it('gives each call an id of its own unless one is given', () => {
    const [first, second] = [toolUse('Bash', {}), toolUse('Bash', {})];
    expect(first.id).not.toBe(second.id);
    expect(toolUse('Bash', {}, 'toolu_mine').id).toBe('toolu_mine');
  });
});
