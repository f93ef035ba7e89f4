import { call } from '../../lib/call.ts';
import { useErrorText, useT } from '../../lib/i18n.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { useZoneWrite } from './queries.ts';

/** GEO-017: switches a zone on or off from a list, and says what that makes of its alarms; a press takes it back. */
export function useZoneSwitch(zones: readonly { readonly id: number; readonly name: string }[]) {
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const change = useZoneWrite((send, { id, active }: { id: number; active: boolean }) =>
    call(send, 'zones.set-state', { params: { id }, body: { active } }),
  );
  const run = (id: number, active: boolean, isUndo = false): void =>
    change.mutate(
      { id, active },
      {
        onError: (failure) => toasts.show({ text: errors.text(failure), tone: 'danger' }),
        onSuccess: () => {
          const name = zones.find((zone) => zone.id === id)?.name ?? '';
          toasts.show({
            text: t(active ? 'ZoneIsOn' : 'ZoneIsOff', { name }),
            ...(isUndo ? {} : { action: { label: t('Undo'), run: () => run(id, !active, true) } }),
          });
        },
      },
    );
  return { pending: change.isPending ? change.variables : null, onSwitch: (id: number, isOn: boolean) => run(id, isOn) };
}
