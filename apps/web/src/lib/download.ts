import { ApiError } from './api-error.ts';
import type { ApiAnswer } from './send.ts';

/** Hands an answer of the kind `file` to the browser, under the name that the server gave it. Throws `ApiError` when it is none. */
export async function saveAnswer(answer: ApiAnswer, fallbackName: string): Promise<void> {
  if (answer.status !== 200 || !answer.response) throw new ApiError(answer.status, 'SomethingWentWrong');
  saveBlob(await answer.response.blob(), nameOf(answer.headers.get('content-disposition')) ?? fallbackName);
}

/** Hands a text to the browser as a file; the mark before it makes spreadsheets read it as UTF-8. */
export const saveCsv = (text: string, name: string): void =>
  saveBlob(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }), name);

function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

const nameOf = (disposition: string | null): string | undefined => /filename="([^"]+)"/.exec(disposition ?? '')?.[1];
