import type { DataOf } from '@spora/contract/endpoint-map';
import type { Group } from '@spora/contract/accounts/endpoints';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { NotLoaded, rowsOf } from '../../../ui/loaded.tsx';
import { usualPurposeQuery } from '../queries.ts';
import styles from '../groups-screen.module.css';

/**
 * ADM-014: whose usual purpose it is, each with the way to where another is chosen. With `onArchive` it is asked before the purpose is
 * archived, as their new trips then get none of themselves; with `onMerge` another can take its place instead.
 */
export function UsualDialog(props: {
  purpose: Group;
  onClose: () => void;
  onArchive?: (() => void) | undefined;
  onMerge?: (() => void) | undefined;
}): ReactNode {
  const { purpose, onClose, onArchive, onMerge } = props;
  const { name } = purpose;
  const t = useT();
  const query = useQuery(usualPurposeQuery(useSend(), purpose.id));
  return (
    <Dialog
      title={t(onArchive ? 'PurposeArchiveTitle' : 'PurposeUsualTitle', { name })}
      closeLabel={t('Close')}
      isOpen
      onClose={onClose}
    >
      <div className={styles['dialog']}>
        <p>{t(onArchive ? 'PurposeArchiveText' : purpose.is_archived ? 'PurposeUsualArchived' : 'PurposeUsualText', { name })}</p>
        {query.data ? (
          <Bearers {...query.data} />
        ) : (
          <NotLoaded query={query} heights={rowsOf(24)} className={styles['skeleton']} />
        )}
        {onArchive && (
          <>
            <p className={styles['soft']}>{t('PurposeArchiveRest')}</p>
            <div className={styles['dialogEnds']}>
              <Button onClick={onClose}>{t('Cancel')}</Button>
              {onMerge && <Button onClick={onMerge}>{t('PurposeArchiveMerge')}</Button>}
              <Button look="primary" onClick={onArchive}>
                {t('PurposeArchiveNamed', { name })}
              </Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}

function Bearers({ units, users }: DataOf<'accounts.usual-purpose'>): ReactNode {
  const t = useT();
  return (
    <div className={styles['bearers']}>
      {users.length > 0 && (
        <section aria-label={t('UsersTitle')}>
          <h3>{t('UsersTitle')}</h3>
          <ul>
            {users.map(({ id, name }) => (
              <li key={id}>
                <PageLink to={ADDRESSES.account} search={{ tab: 'users', q: name }}>
                  {name}
                </PageLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      {units.length > 0 && (
        <section aria-label={t('GroupUnits')}>
          <h3>{t('GroupUnits')}</h3>
          <ul>
            {units.map(({ imei, name }, index) => (
              <li key={imei ?? index}>
                {imei === null ? (
                  name
                ) : (
                  <PageLink to={ADDRESSES.editUnit} search={{ imei }}>
                    {name}
                  </PageLink>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
