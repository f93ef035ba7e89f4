import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const SCRIPT = readFileSync(new URL('../../public/push-worker.js', import.meta.url), 'utf8');
const ORIGIN = 'https://fleet.example';

interface Shown {
  readonly title: string;
  readonly options: { readonly body: string; readonly tag?: string; readonly data: { readonly url: string } };
}

/** The worker in a world of its own, with the windows that are open. */
function start(urls: readonly string[] = []) {
  const handlers: Record<string, (event: unknown) => void> = {};
  const shown: Shown[] = [];
  const [opened, focused]: [string[], string[]] = [[], []];
  const windows = urls.map((url) => ({ url, focus: async () => void focused.push(url) }));
  const self = {
    location: new URL(ORIGIN),
    addEventListener: (name: string, handler: (event: unknown) => void) => void (handlers[name] = handler),
    registration: { showNotification: async (title: string, options: Shown['options']) => void shown.push({ title, options }) },
    clients: { matchAll: async () => windows, openWindow: async (url: string) => void opened.push(url) },
    skipWaiting: async () => {},
  };
  runInNewContext(SCRIPT, { self, URL });
  const tell = async (name: string, event: object): Promise<void> => {
    let work: Promise<unknown> = Promise.resolve();
    handlers[name]?.({ ...event, waitUntil: (more: Promise<unknown>) => void (work = more) });
    await work;
  };
  const press = (url: string) => tell('notificationclick', { notification: { close: () => {}, data: { url } } });
  return { tell, press, shown, opened, focused };
}

test('issue 14: every push is shown, by its title, text and tag; one that cannot be read as the name of the place', async () => {
  const { tell, shown } = start();
  await tell('push', { data: { json: () => ({ title: 'Zonlarm', body: 'Bil 1', url: '/user/alarms', tag: 'zone-1' }) } });
  await tell('push', { data: null });
  expect(shown).toMatchObject([
    { title: 'Zonlarm', options: { body: 'Bil 1', tag: 'zone-1', renotify: true, data: { url: '/user/alarms' } } },
    { title: 'fleet.example', options: { body: '' } },
  ]);
});

test('issue 14: a press opens what it leads to, in the window that shows it already; never another site', async () => {
  const { press, opened, focused } = start([`${ORIGIN}/user/alarms`]);
  await press('/user/profile');
  await press('/user/alarms');
  await press('https://evil.example/');
  expect({ opened, focused }).toEqual({ opened: [`${ORIGIN}/user/profile`], focused: [`${ORIGIN}/user/alarms`] });
});
