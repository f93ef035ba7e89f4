import type { DriverTag } from '@spora/contract/drivers/endpoints';
import { useState, type ReactNode } from 'react';
import { call } from '../../lib/call.ts';
import { useErrorText, useT } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { useDriverWrite } from './queries.ts';
import styles from './drivers.module.css';

export interface Person {
  readonly id: number;
  readonly name: string;
}

/** Whose a tag is. An unknown one is linked by choosing; to take one from somebody is confirmed (DRV-011). */
export function TagLink(props: { tag: DriverTag; name: string; people: readonly Person[] }): ReactNode {
  const { tag, name, people } = props;
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  /** Undefined: nothing is asked. Null: to nobody. */
  const [asked, setAsked] = useState<Person | null | undefined>(undefined);
  const save = useDriverWrite((send, body: { user_id: number | null; confirmed: boolean }) =>
    call(send, 'drivers.link-tag', { params: { id: tag.id }, body }),
  );
  const link = (to: Person | null): void =>
    save.mutate(
      { user_id: to?.id ?? null, confirmed: tag.user !== null },
      {
        onSuccess: ({ changed }) => {
          const told = to ? t('DriverTagLinked', { tag: name, name: to.name }) : t('DriverTagUnlinked', { tag: name });
          toasts.show({ text: changed > 0 ? `${told}. ${t('TripsAssigned', { count: changed })}` : told });
          setAsked(undefined);
        },
        onError: (error) => tag.user === null && toasts.show({ text: errors.text(error), tone: 'danger' }),
      },
    );
  const choose = (id: number): void => {
    const to = people.find((one) => one.id === id) ?? null;
    if ((to?.id ?? null) === (tag.user?.id ?? null)) return;
    if (tag.user) setAsked(to);
    else link(to);
  };
  const isListed = tag.user === null || people.some(({ id }) => id === tag.user?.id);
  return (
    <>
      <select
        className={styles['select']}
        aria-label={t('LinkDriverTag', { tag: name })}
        value={tag.user?.id ?? ''}
        disabled={save.isPending}
        onChange={(event) => choose(Number(event.target.value))}
      >
        <option value="">{t('DriverTagNobody')}</option>
        {!isListed && tag.user && <option value={tag.user.id}>{tag.user.name}</option>}
        {people.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
      {asked !== undefined && tag.user && (
        <Dialog title={t('LinkDriverTag', { tag: name })} closeLabel={t('Close')} isOpen onClose={() => setAsked(undefined)}>
          <div className={styles['dialog']}>
            <p>
              {asked
                ? t('MoveDriverTagText', { tag: name, from: tag.user.name, to: asked.name })
                : t('UnlinkDriverTagText', { tag: name, from: tag.user.name })}
            </p>
            <FailureBanner failure={save.error} onRetry={() => link(asked)} />
            <div className={styles['ends']}>
              <Button onClick={() => setAsked(undefined)}>{t('Cancel')}</Button>
              <Button look="primary" isBusy={save.isPending} onClick={() => link(asked)}>
                {asked ? t('MoveDriverTag', { name: asked.name }) : t('UnlinkDriverTag')}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}
