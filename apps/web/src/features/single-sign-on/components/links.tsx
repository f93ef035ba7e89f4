import type { DataOf } from '@spora/contract/endpoint-map';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import frame from '../../../ui/section.module.css';
import { unlink, useSignOnWrite } from '../queries.ts';
import styles from '../sign-on.module.css';

/** Who is known to the provider, and the way to let an address be somebody else's. */
export function Links({ links }: { links: DataOf<'single-sign-on.settings'>['links'] }): ReactNode {
  const t = useT();
  const format = useFormat();
  const write = useSignOnWrite(unlink);
  if (links.length === 0) return <p className={frame['soft']}>{t('SignOnNoLinks')}</p>;
  return (
    <>
      <FailureBanner failure={write.error} />
      <ul className={styles['list']}>
        {links.map(({ member_id: id, name, linked_at, last_used_at }) => (
          <li key={id} className={styles['domain']}>
            <h3>{name}</h3>
            <p className={frame['soft']}>
              {t('SignOnLinkedSince', { day: format.day(linked_at), time: format.dateTime(last_used_at) })}
            </p>
            <div className={styles['ends']}>
              <Button isSmall aria-label={t('SignOnUnlinkNamed', { name })} onClick={() => write.mutate(id)}>
                {t('SignOnUnlink')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
