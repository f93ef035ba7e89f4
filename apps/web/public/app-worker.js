/**
 * Keeps the application's own files, so that it opens without a network. It sees no call of the interface: what people read without a
 * network lies sealed elsewhere. The build fills in both values.
 */
const VERSION = 'development';
const FILES = [];

const PREFIX = 'application-';
const CACHE = PREFIX + VERSION;
const DOCUMENT = '/';
/** Pages of the application; what the server has beside it, and pages for strangers, come from the server alone. */
const PAGE = /^\/(?:(?:user|administration)\/[\w/-]+)?$/;
/** Their names change with what they hold. */
const FILE = /^\/assets\/[^/]+-[\w-]{8,}\.\w+$/;
/** In a tunnel nobody says that there is no network. */
const PATIENCE_MS = 4000;

const isFile = (address) => {
  const { origin, pathname } = new URL(address, self.location.origin);
  return origin === self.location.origin && FILE.test(pathname);
};

self.addEventListener('install', (event) => {
  const fill = async () => {
    const cache = await caches.open(CACHE);
    await Promise.all([cache.add(new Request(DOCUMENT, { cache: 'reload' })), cache.addAll(FILES)]);
  };
  event.waitUntil(fill());
});

// The version before stays for the pages that are still open with it.
self.addEventListener('activate', (event) => {
  const tidy = async () => {
    const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
    await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

const keep = async (files) => {
  const cache = await caches.open(CACHE);
  for (const file of files.filter(isFile)) if (!(await caches.match(file, { ignoreVary: true }))) await cache.add(file);
};

self.addEventListener('message', (event) => {
  const { kind, files = [], file = '' } = event.data ?? {};
  if (kind === 'take-over') event.waitUntil(self.skipWaiting());
  if (kind === 'keep') event.waitUntil(keep(files).catch(() => undefined));
  if (kind === 'is-yours') event.ports[0]?.postMessage(FILES.includes(new URL(file || '/', self.location.origin).pathname));
});

/** The server's page if it comes soon, else the kept one. */
async function pageOf(request) {
  const kept = () => caches.open(CACHE).then((cache) => cache.match(DOCUMENT, { ignoreVary: true }));
  const fromServer = fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  try {
    const answer = await Promise.race([fromServer, late]);
    // What stands before a server that is away answers in its place: 502 to 504.
    if (answer) return answer.status > 501 ? ((await kept()) ?? answer) : answer;
  } catch (error) {
    const page = await kept();
    if (page) return page;
    throw error;
  }
  const page = await kept();
  fromServer.catch(() => undefined);
  return page ?? fromServer;
}

async function fileOf(request) {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    const copy = answer.clone();
    const cache = await caches.open(CACHE);
    await cache.put(request, copy).catch(() => undefined);
  }
  return answer;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && PAGE.test(pathname)) event.respondWith(pageOf(request));
  else if (FILE.test(pathname)) event.respondWith(fileOf(request));
});
