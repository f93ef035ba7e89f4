import { decodePackedPositions } from '@spora/telemetry/packed-positions';

export type Unpacked = ReturnType<typeof decodePackedPositions>;

/** Unpacks in a worker, so that the map goes on moving meanwhile; here where there is none, or where it fails. Throws PackedError. */
export async function unpackPositions(bytes: Uint8Array): Promise<Unpacked> {
  return (await inWorker(bytes)) ?? decodePackedPositions(bytes);
}

async function inWorker(bytes: Uint8Array): Promise<Unpacked | null> {
  if (!('Worker' in globalThis)) return null;
  const worker = new Worker(new URL('positions-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Unpacked | null>) => resolve(data));
      worker.addEventListener('error', () => resolve(null));
      worker.postMessage(bytes);
    });
  } finally {
    worker.terminate();
  }
}
