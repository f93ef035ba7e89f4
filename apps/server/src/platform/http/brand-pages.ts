import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type BrandBy, brandDocument, brandManifest } from '@spora/contract/brand-document';
import { type Brand, BRANDS } from '@spora/contract/brands';
import { type BrandOptions, brandOfRequest, subsiteOfUrl } from './brand-of-request.ts';

interface Page {
  readonly text: string;
  readonly etag: string;
}

export interface BrandPages {
  /** `isLight`: without what the sign-in page has fetched beforehand. */
  readonly sendDocument: (request: FastifyRequest, reply: FastifyReply, isLight?: boolean) => FastifyReply;
  readonly sendManifest: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
}

const pageOf = (text: string): Page => ({
  text,
  // Weak: the same page is sent compressed or not.
  etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
});

/**
 * The document and the manifest of each brand, made once from the built `index.html` (BRAND-012). Throws when it holds a mark
 * that is not known.
 */
export function readBrandPages(template: string, options: BrandOptions): BrandPages {
  const html = readFileSync(template, 'utf8');
  const documents = new Map<string, Page>();
  const lightDocuments = new Map<string, Page>();
  const light = withoutSignIn(html);
  const { strictPhoneRules = false } = options;
  const manifests = new Map<string, Page>();
  for (const brand of BRANDS) {
    for (const by of ['host', 'choice'] as const) {
      const search = by === 'choice' && brand.subsiteId > 0 ? `?subsite=${brand.subsiteId}` : '';
      documents.set(keyOf(brand, by), pageOf(brandDocument(html, brand, { by, search, strictPhoneRules })));
      lightDocuments.set(keyOf(brand, by), pageOf(brandDocument(light, brand, { by, search, strictPhoneRules })));
      manifests.set(keyOf(brand, by), pageOf(brandManifest(brand, search)));
    }
  }
  const sender =
    (pages: ReadonlyMap<string, Page>, type: string) =>
    (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
      const { brand, by } = brandOfRequest(request.hostname, subsiteOfUrl(request.url), options);
      const page = pages.get(keyOf(brand, by));
      if (!page) throw new Error(`no page for brand ${brand.subsiteId}`);
      void reply.header('cache-control', 'no-cache').header('etag', page.etag);
      if (request.headers['if-none-match'] === page.etag && reply.statusCode === 200) return reply.code(304).send();
      return reply.type(type).send(page.text);
    };
  const html8 = 'text/html; charset=utf-8';
  const [sendWhole, sendLight] = [sender(documents, html8), sender(lightDocuments, html8)];
  return {
    sendDocument: (request, reply, isLight = false) => (isLight ? sendLight : sendWhole)(request, reply),
    sendManifest: sender(manifests, 'application/manifest+json; charset=utf-8'),
  };
}

/** The document without the scripts and styles of the sign-in page that the build names in it. */
export const withoutSignIn = (html: string): string =>
  html.replace(/<link rel="modulepreload"[^>]*>|<link rel="stylesheet"[^>]*\/sign-in-[^>]*>/g, '');

const keyOf = (brand: Brand, by: BrandBy): string => `${brand.subsiteId} ${by}`;
