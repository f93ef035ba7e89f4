import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const ORIGIN = 'https://fleet.example';
const FILES = ['/assets/start-Ab3dEf9h.js', '/assets/page-Ab3dEf9h.js'];
const SCRIPT = readFileSync(new URL('../../../public/app-worker.js', import.meta.url), 'utf8')
  .replace("const VERSION = 'development';", "const VERSION = 'two';")
  .replace('const FILES = [];', `const FILES = ${JSON.stringify(FILES)};`);

const pathOf = (asked: string | { url: string }): string =>
  new URL(typeof asked === 'string' ? asked : asked.url, ORIGIN).pathname;

/** The worker in a world of its own: caches in memory, and a server that can be taken away or made slow. */
function start(old: readonly string[] = []) {
  const handlers: Record<string, (event: unknown) => void> = {};
  const stores = new Map<string, Map<string, string>>(old.map((name) => [name, new Map()]));
  const server = { isAway: false, isSlow: false, status: 200, asked: [] as string[] };
  const told = { tookOver: 0 };
  const fetchIt = async (asked: string | { url: string }) => {
    const path = pathOf(asked);
    server.asked.push(path);
    if (server.isAway) throw new TypeError('no network');
    if (server.isSlow) await new Promise(() => undefined);
    return new Response(`server ${path}`, { status: server.status });
  };
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, string>();
    stores.set(name, store);
    const add = async (asked: string | { url: string }) => void store.set(pathOf(asked), await (await fetchIt(asked)).text());
    return {
      add,
      addAll: (all: string[]) => Promise.all(all.map(add)),
      match: async (asked: string | { url: string }) => {
        const kept = store.get(pathOf(asked));
        return kept === undefined ? undefined : new Response(`kept ${kept}`);
      },
      put: async (asked: { url: string }, answer: Response) => void store.set(pathOf(asked), await answer.text()),
    };
  };
  const self = {
    location: new URL(ORIGIN),
    addEventListener: (name: string, handler: (event: unknown) => void) => void (handlers[name] = handler),
    clients: { claim: async () => undefined },
    skipWaiting: async () => void (told.tookOver += 1),
  };
  runInNewContext(SCRIPT, {
    self,
    URL,
    fetch: fetchIt,
    Request: class {
      url: string;
      constructor(path: string) {
        this.url = ORIGIN + path;
      }
    },
    // Patience costs no time here.
    setTimeout: (run: (value: null) => void, ms: number, value: null) => setTimeout(run, ms > 0 ? 5 : 0, value),
    caches: {
      open,
      keys: async () => [...stores.keys()],
      delete: async (name: string) => stores.delete(name),
      match: async (asked: { url: string }) => {
        for (const name of stores.keys()) {
          const found = await (await open(name)).match(asked);
          if (found) return found;
        }
        return undefined;
      },
    },
  });
  const tell = async (name: string, event: object): Promise<void> => {
    let work: Promise<unknown> = Promise.resolve();
    handlers[name]?.({ ...event, waitUntil: (more: Promise<unknown>) => void (work = more) });
    await work;
  };
  /** What the page is given; null: the worker leaves it to the browser. */
  const ask = async (path: string, over: { mode?: string; method?: string; origin?: string } = {}): Promise<string | null> => {
    const { mode = 'cors', method = 'GET', origin = ORIGIN } = over;
    let answer: Promise<Response> | null = null;
    handlers['fetch']?.({
      request: { url: origin + path, mode, method },
      respondWith: (given: Promise<Response>) => (answer = given),
    });
    return answer === null ? null : (await (answer as Promise<Response>)).text();
  };
  return { tell, ask, server, stores, told, visit: (path: string) => ask(path, { mode: 'navigate' }) };
}

async function installed(old: readonly string[] = []) {
  const world = start(old);
  await world.tell('install', {});
  return world;
}

test('NFR-006: without a network every page of the application opens with the kept document and files', async () => {
  const { visit, ask, server } = await installed();
  server.isAway = true;
  expect(await visit('/user/create-triplog')).toBe('kept server /');
  expect(await visit('/administration/units')).toBe('kept server /');
  expect(await ask(FILES[1]!)).toBe(`kept server ${FILES[1]}`);
});

test('NFR-006: with a network the page is the server’s, and where it does not come the kept one', async () => {
  const { visit, server } = await installed();
  expect(await visit('/user/create-triplog')).toBe('server /user/create-triplog');
  // What is wrong on the server itself is said; behind a gateway that does not reach it, it is away.
  server.status = 500;
  expect(await visit('/user/create-triplog')).toBe('server /user/create-triplog');
  server.status = 502;
  expect(await visit('/user/create-triplog')).toBe('kept server /');
  server.status = 200;
  server.isSlow = true;
  expect(await visit('/user/create-triplog')).toBe('kept server /');
});

test('NFR-006, SEC-005: no call of the interface, nothing of other places and no page for strangers passes the worker', async () => {
  const { ask, visit } = await installed();
  expect(await ask('/api/v2/user/triplog/generate')).toBeNull();
  expect(await ask('/api/user/realtime/positions')).toBeNull();
  expect(await ask(FILES[0]!, { method: 'POST' })).toBeNull();
  expect(await ask('/assets/tile-Ab3dEf9h.png', { origin: 'https://tiles.example' })).toBeNull();
  expect(await ask('/map/world.pmtiles')).toBeNull();
  for (const path of ['/docs', '/shared/position', '/shared/alarm', '/mailbox', '/support/accounts/4'])
    expect(await visit(path)).toBeNull();
});

test('NFR-006: a file is kept once it was opened, and those that came before the worker when the page names them', async () => {
  const { ask, tell, server } = await installed();
  expect(await ask('/assets/units-Ab3dEf9h.js')).toBe('server /assets/units-Ab3dEf9h.js');
  await tell('message', { data: { kind: 'keep', files: [`${ORIGIN}/assets/sv-Ab3dEf9h.js`, `${ORIGIN}/api/user/profile`] } });
  server.isAway = true;
  expect(await ask('/assets/units-Ab3dEf9h.js')).toBe('kept server /assets/units-Ab3dEf9h.js');
  expect(await ask('/assets/sv-Ab3dEf9h.js')).toBe('kept server /assets/sv-Ab3dEf9h.js');
  expect(server.asked).not.toContain('/api/user/profile');
});

test('NFR-006: a new version waits until it is told to take over, and knows which pages are of it', async () => {
  const { tell, told } = await installed();
  expect(told.tookOver).toBe(0);
  const answers: unknown[] = [];
  const isYours = (file: string) =>
    tell('message', { data: { kind: 'is-yours', file }, ports: [{ postMessage: (answer: unknown) => answers.push(answer) }] });
  await isYours(`${ORIGIN}${FILES[0]}`);
  await isYours(`${ORIGIN}/assets/start-0ld0ld0l.js`);
  expect(answers).toEqual([true, false]);
  await tell('message', { data: { kind: 'take-over' } });
  expect(told.tookOver).toBe(1);
});

test('NFR-006: pages that are open with the version before keep their files; older ones go, and nothing that is another’s', async () => {
  const { tell, stores } = await installed(['application-zero', 'application-one', 'elsewhere']);
  await tell('activate', {});
  expect([...stores.keys()]).toEqual(['application-one', 'elsewhere', 'application-two']);
});
