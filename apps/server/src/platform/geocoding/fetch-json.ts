import type { z } from 'zod';

const MAX_BYTES = 512 * 1024;

/** A provider that did not answer, answered too late, too much or not as documented. */
export class GeocoderUnavailable extends Error {
  /** Seconds the provider asked to be left alone, if it did. */
  readonly retryAfterS: number | undefined;
  constructor(message: string, options: { cause?: unknown; retryAfterS?: number | undefined } = {}) {
    super(message, { cause: options.cause });
    this.name = 'GeocoderUnavailable';
    this.retryAfterS = options.retryAfterS;
  }
}

export interface FetchOptions {
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Gets and validates JSON within a time and size limit; throws GeocoderUnavailable, never anything that names the address asked for. */
export async function fetchJson<S extends z.ZodType>(url: URL, schema: S, options: FetchOptions): Promise<z.output<S>> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
  try {
    const headers = { accept: 'application/json', 'user-agent': options.userAgent };
    // The operator chose who is told of positions: nobody that the provider points to is.
    const response = await fetch(url, { signal, headers, redirect: 'error' });
    if (!response.ok) {
      const wait = Number(response.headers.get('retry-after'));
      throw new GeocoderUnavailable(`status ${response.status}`, {
        retryAfterS: Number.isFinite(wait) && wait > 0 ? wait : undefined,
      });
    }
    return schema.parse(JSON.parse(await readBounded(response)));
  } catch (error) {
    if (error instanceof GeocoderUnavailable) throw error;
    throw new GeocoderUnavailable(error instanceof Error ? error.name : 'unknown', { cause: error });
  }
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new GeocoderUnavailable('answer too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
