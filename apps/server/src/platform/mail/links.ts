import type { Config } from '../configuration/config.ts';

export interface LinkOptions {
  readonly config: Pick<Config, 'isDemo' | 'publicUrl' | 'http'> & { readonly brandHosts?: Readonly<Record<string, number>> };
  /** The port that the web application answers on, when this process knows it. */
  readonly port: () => number | undefined;
}

/** The full address of a path of the web application, as the people of that brand reach it. */
export type LinkTo = (subsiteId: number, path: string) => string;

/**
 * Links of mail are built from the configuration alone: the Host header of whoever caused the mail could send its reader, with
 * the secret of the link, anywhere. A brand's own host comes first, then PUBLIC_URL, then localhost. Throws for a path that
 * would leave the host.
 */
export const createLinkTo =
  ({ config, port }: LinkOptions): LinkTo =>
  (subsiteId, path) => {
    if (!/^\/(?![/\\])/.test(path)) throw new Error('a link of a mail begins with one slash');
    const main = new URL(config.publicUrl ?? `http://localhost:${port() ?? config.http.port}`);
    const host = Object.entries(config.brandHosts ?? {}).find(([, brand]) => brand === subsiteId)?.[0];
    const base = host === undefined ? main : ownHost(host, main, config);
    const link = new URL(path, base);
    // Brands that share one host are told apart by the address, which only the demo obeys.
    if (host === undefined && subsiteId !== 0 && config.isDemo) link.searchParams.set('subsite', String(subsiteId));
    return link.href;
  };

function ownHost(host: string, main: URL, { isDemo, publicUrl }: LinkOptions['config']): URL {
  const isHttps = publicUrl === undefined ? !isDemo : main.protocol === 'https:';
  const isPortKnown = publicUrl !== undefined || isDemo;
  return new URL(`${isHttps ? 'https' : 'http'}://${host}${isPortKnown && main.port ? `:${main.port}` : ''}`);
}
