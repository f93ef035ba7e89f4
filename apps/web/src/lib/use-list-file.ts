import type { InputOf } from '@spora/contract/endpoint-map';
import { useMutation } from '@tanstack/react-query';
import { call } from './call.ts';
import type { Send } from './send.ts';
import { useSend } from './send-context.tsx';

/** Which list, of what and how many rows. */
type ListFile = InputOf<'exports.record-list'>['body'];

/** ADM-018: puts a file of a list in the account's audit log. Throws when it did not get there: then there is no file either. */
export const recordListFile = (send: Send, file: ListFile) => call(send, 'exports.record-list', { body: file });

/** A file that is made of what a page shows: `write` hands it over, once it is on record. */
export function useListFile(write: () => void) {
  const send = useSend();
  return useMutation({ mutationFn: (file: ListFile) => recordListFile(send, file), onSuccess: write });
}
