import type { Zone } from '@spora/contract/zones/endpoints';
import type { ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { useZoneWrite } from '../queries.ts';
import styles from './zones.module.css';

/** GEO-017: a zone that is gone does not come back, so it is asked first, with what stops. */
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
                  toasts.show({ text: t('ZoneRemoved', { name: zone.name }) });
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
