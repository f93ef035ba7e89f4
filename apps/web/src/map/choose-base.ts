import type { MapProvider } from '@spora/contract/accounts/endpoints';
import type { StyleSpecification } from 'maplibre-gl';
import { PMTiles } from 'pmtiles';
import { type Archive, type BaseChoice, styleOf } from './base-source.ts';

/** A provider that has not answered by then is passed over; the embedded map is on the screen all the while. */
export const PROBE_MS = 2_000;

/** Reads a provider's style document; exchanged in tests. */
export interface BaseReader {
  readonly readJson: (url: string, signal: AbortSignal) => Promise<unknown>;
  readonly readArchive: (url: string) => Promise<Archive>;
}

const reader: BaseReader = {
  async readJson(url, signal) {
    const answer = await fetch(url, { signal });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    return (await answer.json()) as unknown;
  },
  readArchive: (url) => new PMTiles(new URL(url, location.href).href).getHeader(),
};

/** The style of the first provider that answers; null when that is the embedded map, which is drawn already, or nothing does. */
export async function chooseBase(
  providers: readonly MapProvider[],
  choice: BaseChoice,
  signal: AbortSignal,
  { readJson, readArchive }: BaseReader = reader,
): Promise<StyleSpecification | null> {
  for (const provider of providers) {
    if (provider.kind === 'embedded' || signal.aborted) return null;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(PROBE_MS)]);
    try {
      if (provider.probe_url) await readJson(provider.probe_url, limit);
      if (provider.kind === 'pmtiles')
        return asDocument(styleOf(provider, choice, await within(limit, readArchive(provider.url))));
      const style = styleOf(provider, choice);
      if (typeof style === 'string') return asDocument(await readJson(style, limit));
      if (!provider.probe_url) await readJson(provider.url, limit);
      return style;
    } catch {
      continue;
    }
  }
  return null;
}

function asDocument(style: unknown): StyleSpecification {
  if (typeof style !== 'object' || style === null || !('layers' in style) || !('sources' in style))
    throw new Error('not a style');
  return style as StyleSpecification;
}

function within<T>(limit: AbortSignal, work: Promise<T>): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => limit.addEventListener('abort', () => reject(new Error('no answer in time')))),
  ]);
}
