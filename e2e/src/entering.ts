import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { Session } from './api.ts';
import type { Product } from './product.ts';

const LIB = new URL('../../apps/web/src/lib/', import.meta.url);
const SCRIPTS = '/journeys/';

/**
 * Puts a session into the browser as the sign-in page does, by the application's own code, which is served beside it on an
 * empty page of the same origin: a journey that is not about signing in begins behind it.
 */
export async function keepSession(page: Page, { url }: Pick<Product, 'url'>, session: Session): Promise<void> {
  const at = `${url}${SCRIPTS}`;
  await page.route(`${at}**`, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(SCRIPTS.length);
    if (name === '') return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>a session</title>' });
    const source = readFileSync(fileURLToPath(new URL(name, LIB)), 'utf8');
    return route.fulfill({ contentType: 'text/javascript', body: stripTypeScriptTypes(source) });
  });
  await page.goto(at);
  await page.evaluate(
    async ({ script, kept }) => {
      const { createSessionStore } = (await import(script)) as {
        createSessionStore: () => { begin: (session: unknown) => Promise<void> };
      };
      await createSessionStore().begin(kept);
    },
    { script: `${at}session.ts`, kept: session },
  );
  // What is intercepted is not cached: the journey goes without.
  await page.unroute(`${at}**`);
}
