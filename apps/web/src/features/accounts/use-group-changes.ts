import type { Group, GroupKind } from '@spora/contract/accounts/endpoints';
import type { InputOf } from '@spora/contract/endpoint-map';
import { call } from '../../lib/call.ts';
import { useErrorText, useT } from '../../lib/i18n.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { useGroupWrite } from './queries.ts';

type Change = Omit<InputOf<'accounts.update-group'>['body'], 'merge_into'>;

/** Changes of one group that are saved at once, each with its way back. */
export function useGroupChanges(kind: GroupKind, group: Group) {
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const update = useGroupWrite((send, body: Change) =>
    call(send, 'accounts.update-group', { params: { kind, id: group.id }, body }),
  );
  const removal = useGroupWrite((send, id: number) => call(send, 'accounts.remove-group', { params: { kind, id } }));
  const creation = useGroupWrite((send, body: { name: string; trip_type: Group['trip_type'] }) =>
    call(send, 'accounts.create-group', { params: { kind }, body }),
  );
  const onError = (error: Error): void => void toasts.show({ text: errors.text(error), tone: 'danger' });
  const set = (change: Change, back: Change, text: string): void =>
    update.mutate(change, {
      onSuccess: () => toasts.show({ text, action: { label: t('Undo'), run: () => update.mutate(back, { onError }) } }),
      onError,
    });
  const remove = (): void =>
    removal.mutate(group.id, {
      onSuccess: () =>
        toasts.show({
          text: t('GroupRemoved', { name: group.name }),
          action: {
            label: t('Undo'),
            run: () => creation.mutate({ name: group.name, trip_type: group.trip_type }, { onError }),
          },
        }),
      onError,
    });
  return { set, remove, rename: update };
}
