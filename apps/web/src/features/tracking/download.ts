import { saveAnswer } from '../../lib/download.ts';
import type { Send } from '../../lib/send.ts';
import { historyInput, rawInput, type HistoryRequest, type RawRequest } from './queries.ts';

/** Fetches an export with the token in a header and hands it to the browser as a file. Throws when it did not come. */
export async function downloadHistory(
  send: Send,
  format: 'gpx' | 'kml' | 'csv',
  request: HistoryRequest,
  timeZone: string,
): Promise<void> {
  const answer = await send({
    id: 'tracking.export-history',
    params: { format },
    ...historyInput(request, timeZone),
    accept: '*/*',
  });
  await saveAnswer(answer, `history.${format}`);
}

/** UNIT-017: all raw positions of a period as a file. Throws when it did not come. */
export async function downloadRaw(send: Send, request: RawRequest, timeZone: string): Promise<void> {
  const answer = await send({ id: 'tracking.export-raw-positions', ...rawInput(request, timeZone), accept: '*/*' });
  await saveAnswer(answer, 'positions.csv');
}
