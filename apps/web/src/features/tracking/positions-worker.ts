import { decodePackedPositions } from '@spora/telemetry/packed-positions';

/** Off the main thread: packed positions in, columns or null (they could not be read) out. */
addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => {
  try {
    const unpacked = decodePackedPositions(data);
    const columns = Object.values(unpacked.positions).filter((column) => ArrayBuffer.isView(column));
    postMessage(unpacked, { transfer: columns.map((column) => column.buffer) });
  } catch {
    postMessage(null);
  }
});
