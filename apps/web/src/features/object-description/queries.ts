import type { ObjectDescription, TheftPage } from '@spora/contract/object-description/endpoints';
import { useMutation, useQueryClient, type UseQueryOptions } from '@tanstack/react-query';
import { callFile } from '../../lib/call.ts';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';

export const descriptionQuery = (send: Send, imei: string) => endpointQuery(send, 'object-description.get', { params: { imei } });
export const theftQuery = (send: Send, imei: string) =>
  endpointQuery(send, 'object-description.theft-report', { params: { imei } });

/** A picture's bytes; it never changes. */
export const pictureQuery = (send: Send, imei: string, id: number): UseQueryOptions<Blob> => ({
  queryKey: ['object-description.picture', { imei, id }],
  queryFn: async ({ signal }): Promise<Blob> => {
    const answer = await callFile(send, 'object-description.picture', { params: { imei, id } }, { signal });
    return answer.response!.blob();
  },
  staleTime: Infinity,
});

/** The same of a report behind a link. */
export const sharedPictureQuery = (send: Send, token: string, id: number): UseQueryOptions<Blob> => ({
  queryKey: ['object-description.shared-picture', { id }],
  queryFn: async ({ signal }): Promise<Blob> => {
    const answer = await callFile(send, 'object-description.shared-picture', { body: { token, id } }, { signal });
    return answer.response!.blob();
  },
  staleTime: Infinity,
});

/** A change that the server answers with the description as it is now: that is what is shown. */
export function useDescriptionChange<Input>(imei: string, change: (send: Send, input: Input) => Promise<ObjectDescription>) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(send, input),
    onSuccess: (description) => {
      client.setQueryData(descriptionQuery(send, imei).queryKey, description);
      for (const id of ['units.history', 'object-description.theft-report']) void client.invalidateQueries({ queryKey: [id] });
    },
    // Somebody else may have been quicker.
    onError: () => void client.invalidateQueries({ queryKey: ['object-description.get'] }),
  });
}

export function useTheftChange<Input>(imei: string, change: (send: Send, input: Input) => Promise<TheftPage>) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(send, input),
    onSuccess: (page) => client.setQueryData(theftQuery(send, imei).queryKey, page),
    // What was shown may have been old (ERR-041).
    onError: () => client.invalidateQueries({ queryKey: theftQuery(send, imei).queryKey }),
  });
}
