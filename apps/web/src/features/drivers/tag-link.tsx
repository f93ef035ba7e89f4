import type { DriverTag } from '@spora/contract/drivers/endpoints';
import { useState, type ReactNode } from 'react';
import { call } from '../../lib/call.ts';
import { useErrorText, useT } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PickField } from '../../ui/pick-field.tsx';
import { PickList, PickText } from '../../ui/pick-list.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { DriverName } from './public/driver-facts.tsx';
import { useDriverWrite } from './queries.ts';
import styles from './drivers.module.css';

export interface Person {
  readonly id: number;
  readonly name: string;
}

/** Whose a tag is. An unknown one is linked by choosing; to take one from somebody is asked for in a dialog (DRV-011). */
export function TagLink(props: { tag: DriverTag; name: string; people: readonly Person[] }): ReactNode {
  const { tag, name, people } = props;
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const [isOpen, setOpen] = useState(false);
  const save = useLink(tag, name);
  if (tag.user)
    return (
      <div className={styles['whose']}>
        <span>
          <DriverName driver={tag.user} />
        </span>
        <Button isSmall isWrite aria-label={t('DriverTagChangeOf', { tag: name })} onClick={() => setOpen(true)}>
          {t('DriverTagChange')}
        </Button>
        {isOpen && <MoveDialog tag={tag} from={tag.user} name={name} people={people} onClose={() => setOpen(false)} />}
      </div>
    );
  const choose = (id: string): void => {
    const to = people.find((one) => String(one.id) === id);
    if (to) save.run(to, { onError: (error) => toasts.show({ text: errors.text(error), tone: 'danger' }) });
  };
  return (
    <PickList
      // What it shows, and of which tag: whoever speaks to the page says what they see.
      label={`${t('DriverTagGiveTo')} ${name}`}
      searchLabel={t('DriversFindName')}
      isSelect
      options={people.map((one) => ({ value: String(one.id), label: one.name }))}
      selected={[]}
      onChange={([id]) => id !== undefined && choose(id)}
    >
      <PickText>{t('DriverTagGiveTo')}</PickText>
    </PickList>
  );
}

/** Gives a tag to somebody, or to nobody, and says what came of it. */
function useLink(tag: DriverTag, name: string) {
  const t = useT();
  const toasts = useToasts();
  const save = useDriverWrite((send, body: { user_id: number | null; confirmed: boolean }) =>
    call(send, 'drivers.link-tag', { params: { id: tag.id }, body }),
  );
  const run = (to: Person | null, then: { onSuccess?: () => void; onError?: (error: Error) => void }): void =>
    save.mutate(
      { user_id: to?.id ?? null, confirmed: tag.user !== null },
      {
        onSuccess: ({ changed }) => {
          const told = to ? t('DriverTagLinked', { tag: name, name: to.name }) : t('DriverTagUnlinked', { tag: name });
          toasts.show({ text: changed > 0 ? `${told}. ${t('TripsAssigned', { count: changed })}` : told });
          then.onSuccess?.();
        },
        onError: (error) => then.onError?.(error),
      },
    );
  return { run, error: save.error, isPending: save.isPending };
}

function MoveDialog(props: {
  tag: DriverTag;
  from: Person;
  name: string;
  people: readonly Person[];
  onClose: () => void;
}): ReactNode {
  const { tag, from, name, people, onClose } = props;
  const t = useT();
  const [chosen, setChosen] = useState(String(from.id));
  const save = useLink(tag, name);
  // Who has it may be somebody who cannot be chosen any more.
  const listed = people.some(({ id }) => id === from.id) ? people : [from, ...people];
  const to = listed.find(({ id }) => String(id) === chosen) ?? null;
  const isSame = to?.id === from.id;
  const link = (): void => save.run(to, { onSuccess: onClose });
  return (
    <Dialog title={t('LinkDriverTag', { tag: name })} closeLabel={t('Close')} isOpen onClose={onClose}>
      <div className={styles['dialog']}>
        <PickField
          label={t('DriverTagUser')}
          value={chosen}
          noneText={t('DriverTagNobody')}
          options={listed.map((one) => ({ value: String(one.id), label: one.name }))}
          onChange={setChosen}
        />
        {!isSame && (
          <p>
            {to
              ? t('MoveDriverTagText', { tag: name, from: from.name, to: to.name })
              : t('UnlinkDriverTagText', { tag: name, from: from.name })}
          </p>
        )}
        <FailureBanner failure={save.error} onRetry={link} />
        <div className={styles['ends']}>
          <Button onClick={onClose}>{isSame ? t('Close') : t('Cancel')}</Button>
          {!isSame && (
            <Button look="primary" isBusy={save.isPending} onClick={link}>
              {to ? t('MoveDriverTag', { name: to.name }) : t('UnlinkDriverTag')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
