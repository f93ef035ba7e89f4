import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readBrandPages } from './brand-pages.ts';
import type { BrandOptions } from './brand-of-request.ts';

const YEAR = 'public, max-age=31536000, immutable';
/** Asked for again each time, answered 304 while unchanged. */
const REVALIDATE = 'no-cache';

/** The addresses under which the web application has pages; on any other it shows its own "not found", with that status. */
const CLIENT_PAGE =
  /^\/(?:(?:user|administration|support)\/[\w/-]+|(?:account\/deletion|shared\/(?:theft-report|position|alarm))\/?|(?:terms|support|verify)\/?)?$/;

/** Pages of their own, for which the sign-in page is not fetched beforehand. */
const LIGHT_PAGE = /^\/shared\/(?:position|alarm)\/?$/;

export interface WebOptions {
  /** The built web application (`apps/web/dist`). */
  readonly root: string;
  /** The operator's own map file, absolute, and the address it is served under. */
  readonly pmtiles: { readonly file: string; readonly url: string } | undefined;
  readonly brands: BrandOptions;
}

/** What is answered where no route matches; null leaves it to the interface's own 404. */
export type AnswerPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | null;

/**
 * Serves the built web application and the map files. Names with a hash never change and are kept for a year. Map files are
 * read in ranges and never compressed. Answers the handler for addresses that name no file.
 */
export async function registerWebApp(app: FastifyInstance, { root, pmtiles, brands }: WebOptions): Promise<AnswerPage> {
  const template = join(root, 'index.html');
  const isBuilt = existsSync(template);
  const pages = isBuilt ? readBrandPages(template, brands) : null;
  await app.register(fastifyStatic, {
    root: isBuilt ? root : dirname(root),
    serve: isBuilt,
    prefix: '/',
    index: false,
    redirect: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (reply, path) => {
      void reply.header('cache-control', isHashed(path) ? YEAR : REVALIDATE);
      if (path.endsWith('.pmtiles')) void reply.header('content-type', 'application/vnd.pmtiles');
    },
  });
  if (pmtiles) {
    app.get(pmtiles.url, (_request, reply) => reply.sendFile(basename(pmtiles.file), dirname(pmtiles.file)));
  }
  const answerPage: AnswerPage = (request, reply) => {
    if (!isReading(request) || (!isNavigation(request) && request.url !== '/')) return null;
    if (!pages)
      return reply.code(503).type('text/plain; charset=utf-8').send('The web application is not built yet: npm run build');
    const path = request.url.split('?', 1)[0] ?? '/';
    return pages.sendDocument(request, reply.code(CLIENT_PAGE.test(path) ? 200 : 404), LIGHT_PAGE.test(path));
  };
  // The file holds marks, not a page: nobody reads it by its name.
  app.get('/index.html', (_request, reply) => reply.redirect('/'));
  app.get('/manifest.webmanifest', (request, reply) => pages?.sendManifest(request, reply) ?? reply.callNotFound());
  app.get('/', (request, reply) => answerPage(request, reply) ?? reply.callNotFound());
  return answerPage;
}

const isHashed = (path: string): boolean => /[\\/]assets[\\/][^\\/]+-[\w-]{8,}\.\w+(\.(br|gz))?$/.test(path);

const isReading = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

/**
 * A browser that opens a page; a script, a picture or a program asks for something else. Where the application's worker hands on what a
 * page was opened by, Firefox calls that `same-origin`, and only what is accepted tells it from a call.
 */
function isNavigation({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-mode': mode = 'same-origin', accept = '' } = headers;
  return mode === 'navigate' || (mode === 'same-origin' && accept.includes('text/html'));
}
