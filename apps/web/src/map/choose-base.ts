import type { MapProvider } from '@spora/contract/accounts/endpoints';
import type { StyleSpecification } from 'maplibre-gl';
import { PMTiles } from 'pmtiles';
import { type Archive, type BaseChoice, styleOf } from './base-source.ts';

/** A provider that has not answered by then is passed over; the embedded map is on the screen all the while. */
export const PROBE_MS = 2_000;
/** Pictures have no other provider to give way to. */
const PICTURES_MS = 10_000;

/** Reads a provider's style document; exchanged in tests. */
export interface BaseReader {
  readonly readJson: (url: string, signal: AbortSignal) => Promise<unknown>;
  /** Whether somebody answers for these pictures; rejects where nobody does. */
  readonly askTile: (url: string, signal: AbortSignal) => Promise<boolean>;
  readonly readArchive: (url: string) => Promise<Archive>;
}

const reader: BaseReader = {
  async readJson(url, signal) {
    const answer = await fetch(url, { signal });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    return (await answer.json()) as unknown;
  },
  async askTile(url, signal) {
    const { status } = await fetch(url, { signal });
    // An empty tile is often not found; a key that is wrong or used up is refused.
    return status < 400 || status === 404;
  },
  readArchive: (url) => new PMTiles(new URL(url, location.href).href).getHeader(),
};

export interface ChosenBase {
  readonly style: StyleSpecification;
  readonly provider: MapProvider;
}

/** The first provider that answers and its style; null when that is the embedded map, which is drawn already, or nothing does. */
export async function chooseBase(
  providers: readonly MapProvider[],
  choice: BaseChoice,
  signal: AbortSignal,
  asked: BaseReader = reader,
): Promise<ChosenBase | null> {
  for (const provider of providers) {
    if (provider.kind === 'embedded' || signal.aborted) return null;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(provider.kind === 'raster' ? PICTURES_MS : PROBE_MS)]);
    try {
      return { provider, style: await styleFrom(provider, choice, limit, asked) };
    } catch {
      continue;
    }
  }
  return null;
}

/** Rejects when the provider does not answer within the limit. */
async function styleFrom(
  provider: MapProvider,
  choice: BaseChoice,
  limit: AbortSignal,
  { readJson, readArchive, askTile }: BaseReader,
): Promise<StyleSpecification> {
  if (provider.kind === 'raster') {
    if (provider.probe_url && !(await askTile(provider.probe_url, limit))) throw new Error('no pictures');
    return asDocument(styleOf(provider, choice));
  }
  if (provider.probe_url) await readJson(provider.probe_url, limit);
  if (provider.kind === 'pmtiles') return asDocument(styleOf(provider, choice, await within(limit, readArchive(provider.url))));
  const style = styleOf(provider, choice);
  if (typeof style === 'string') return asDocument(await readJson(style, limit));
  if (!provider.probe_url) await readJson(provider.url, limit);
  return style;
}

/** Whether it can be had now: without network, or with a key that is refused, it is not. */
export const isReachable = async (
  provider: MapProvider,
  choice: BaseChoice,
  signal: AbortSignal,
  asked: BaseReader = reader,
): Promise<boolean> => (await chooseBase([provider], choice, signal, asked)) !== null;

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
