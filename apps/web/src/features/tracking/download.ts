import type { Send } from '../../lib/send.ts';
import { historyInput, type HistoryRequest } from './queries.ts';

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
  if (answer.status !== 200 || !answer.response) throw new Error(`export answered ${answer.status}`);
  const address = URL.createObjectURL(await answer.response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = nameOf(answer.headers.get('content-disposition')) ?? `history.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

const nameOf = (disposition: string | null): string | undefined => /filename="([^"]+)"/.exec(disposition ?? '')?.[1];
