import type { CheckIn } from '@spora/contract/drivers/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { CheckOutDialog } from '../checked-in-tab.tsx';
import { checkInsQuery } from '../queries.ts';
import styles from '../drivers.module.css';

/** DRV-001: over the map, what one is checked in to oneself, with the way out. The card that is open says it of its unit. */
export function OwnCheckIns({ openImei }: { openImei: string | undefined }): ReactNode {
  const t = useT();
  const [leaving, setLeaving] = useState<CheckIn | null>(null);
  const { data } = useQuery(checkInsQuery(useSend()));
  const own = data?.check_ins.filter(({ is_own, imei }) => is_own && imei !== null && imei !== openImei) ?? [];
  return (
    <>
      {own.map((row) => (
        <div key={row.unit_id} className={styles['ownCheckIn']}>
          <Icon name="user" size={16} />
          <PageLink to={ADDRESSES.map} search={{ unit: row.imei ?? '' }}>
            {t('CheckedInOwn', { unit: row.unit_name })}
          </PageLink>
          {row.can.check_out && (
            <Button isSmall onClick={() => setLeaving(row)}>
              {t('CheckOut')}
            </Button>
          )}
        </div>
      ))}
      {leaving && <CheckOutDialog row={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}
