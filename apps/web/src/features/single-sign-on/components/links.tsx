import type { DataOf } from '@spora/contract/endpoint-map';
import { useState, type ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import frame from '../../../ui/section.module.css';
import { useToasts } from '../../../ui/toast.tsx';
import { unlink, useSignOnWrite } from '../queries.ts';
import styles from '../sign-on.module.css';
import { ProofDialog } from './proof-dialog.tsx';

/** Who is known to the provider, and the way to let an address be somebody else's. */
export function Links({ links }: { links: DataOf<'single-sign-on.settings'>['links'] }): ReactNode {
  const t = useT();
  const format = useFormat();
  const toasts = useToasts();
  const write = useSignOnWrite(unlink);
  const [released, setReleased] = useState<{ id: number; name: string } | null>(null);
  const close = (): void => {
    setReleased(null);
    write.reset();
  };
  if (links.length === 0) return <p className={frame['soft']}>{t('SignOnNoLinks')}</p>;
  return (
    <>
      <ul className={styles['list']}>
        {links.map(({ member_id: id, name, linked_at, last_used_at }) => (
          <li key={id} className={styles['domain']}>
            <h3>{name}</h3>
            <p className={frame['soft']}>
              {t('SignOnLinkedSince', { day: format.day(linked_at), time: format.dateTime(last_used_at) })}
            </p>
            <div className={styles['ends']}>
              <Button isSmall aria-label={t('SignOnUnlinkNamed', { name })} onClick={() => setReleased({ id, name })}>
                {t('SignOnUnlink')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {released && (
        <ProofDialog
          title={t('SignOnUnlinkTitle', { name: released.name })}
          submit={t('SignOnUnlink')}
          look="danger"
          write={write}
          onProof={(proof) =>
            write.mutate(
              { id: released.id, proof },
              {
                onSuccess: () => {
                  toasts.show({ text: t('SignOnUnlinked', { name: released.name }) });
                  setReleased(null);
                },
              },
            )
          }
          onClose={close}
        >
          <p>{t('SignOnUnlinkText', { name: released.name })}</p>
        </ProofDialog>
      )}
    </>
  );
}
