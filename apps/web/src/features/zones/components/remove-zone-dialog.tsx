import type { Zone } from '@spora/contract/zones/endpoints';
import type { ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { useZoneWrite } from '../queries.ts';
import styles from './zones.module.css';

/** GEO-017: it is asked first, with what stops; from the notice it comes back. */
export function RemoveZoneDialog(props: {
  zone: Zone;
  onClose: () => void;
  onRemoved: () => void;
  /** Told as the zone is about to go, and when it stays after all. */
  onBusy?: (isBusy: boolean) => void;
}): ReactNode {
  const { zone } = props;
  const t = useT();
  const toasts = useToasts();
  const remove = useZoneWrite((send, id: number) => call(send, 'zones.remove', { params: { id } }));
  const restore = useRestoreZone();
  const title = t('ZoneRemoveNamed', { name: zone.name });
  return (
    <Dialog title={title} closeLabel={t('Close')} isOpen onClose={props.onClose}>
      <div className={styles['form']}>
        <p>{t('ZoneRemoveText', { count: zone.units.length })}</p>
        {zone.theft_mode_on_leave && <p>{t('ZoneRemoveTheftMode')}</p>}
        <FailureBanner failure={remove.error} />
        <div className={styles['ends']}>
          <Button onClick={props.onClose}>{t('Cancel')}</Button>
          <Button
            look="danger"
            isBusy={remove.isPending}
            onClick={() => {
              props.onBusy?.(true);
              remove.mutate(zone.id, {
                onError: () => props.onBusy?.(false),
                onSuccess: () => {
                  toasts.show({
                    text: t('ZoneRemoved', { name: zone.name }),
                    // The page of a zone is left with it.
                    action: { label: t('Undo'), run: () => restore(zone.id), isEverywhere: true },
                  });
                  props.onRemoved();
                },
              });
            }}
          >
            {title}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Goes on though what showed the notice is left. */
function useRestoreZone(): (id: number) => void {
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const { mutate } = useZoneWrite((send, id: number) => call(send, 'zones.restore', { params: { id } }), {
    onSuccess: ({ geofence }) => toasts.show({ text: t('ZoneRestored', { name: geofence.name }) }),
    onError: (error) => toasts.show({ tone: 'danger', text: errors.text(error) }),
  });
  return mutate;
}
