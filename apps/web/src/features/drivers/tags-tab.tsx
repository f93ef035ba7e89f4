import type { DriverTag } from '@spora/contract/drivers/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../../lib/call.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useCarefulClose } from '../../lib/unsaved.ts';
import { useRefusals } from '../../lib/use-refusals.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Table } from '../../ui/table.tsx';
import { PickField } from '../../ui/pick-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { driversQuery } from './public/drivers-query.ts';
import { Panel } from './panel.tsx';
import { tagsQuery, useDriverWrite } from './queries.ts';
import { type Person, TagLink } from './tag-link.tsx';
import { TagDialog } from './tag-dialog.tsx';
import { toldMoment } from './told-moment.ts';
import styles from './drivers.module.css';

const nameOf = (tag: DriverTag): string => tag.name || tag.tag;

/** DRV-010 to DRV-012: unknown tags first, to be linked with one choice; then those of somebody. */
export function TagsTab(): ReactNode {
  const t = useT();
  const send = useSend();
  const answer = useQuery(tagsQuery(send));
  const { data: people } = useQuery(driversQuery(send, null));
  const [opened, setOpened] = useState<number | null>(null);
  const [isAdding, setAdding] = useState(false);
  return (
    <Panel query={answer}>
      {({ tags }) => {
        const unknown = tags.filter((tag) => !tag.user);
        const linked = tags.filter((tag) => tag.user);
        const shown = tags.find((tag) => tag.id === opened);
        const table = (list: readonly DriverTag[], label: string): ReactNode => (
          <TagTable tags={list} label={label} people={people?.drivers ?? []} onOpen={(tag) => setOpened(tag.id)} />
        );
        return (
          <>
            <div className={styles['bar']}>
              <Button icon="plus" onClick={() => setAdding(true)}>
                {t('AddDriverTag')}
              </Button>
            </div>
            {tags.length === 0 && (
              <EmptyState icon="user" title={t('NoDriverTagsTitle')}>
                {t('NoDriverTagsText')}
              </EmptyState>
            )}
            {unknown.length > 0 && (
              <section className={styles['panel']}>
                <h2>{t('DriverTagsUnknown')}</h2>
                <p className={styles['soft']}>{t('DriverTagsUnknownLead')}</p>
                {table(unknown, t('DriverTagsUnknown'))}
              </section>
            )}
            {linked.length > 0 && (
              <section className={styles['panel']}>
                <h2>{t('DriverTagsLinked')}</h2>
                {table(linked, t('DriverTagsLinked'))}
              </section>
            )}
            {isAdding && <AddTag people={people?.drivers ?? []} onClose={() => setAdding(false)} />}
            {shown && <TagDialog tag={shown} name={nameOf(shown)} onClose={() => setOpened(null)} />}
          </>
        );
      }}
    </Panel>
  );
}

function TagTable(props: {
  tags: readonly DriverTag[];
  label: string;
  people: readonly Person[];
  onOpen: (tag: DriverTag) => void;
}): ReactNode {
  const t = useT();
  const format = useFormat();
  return (
    <Table
      label={props.label}
      rowCount={props.tags.length}
      head={
        <>
          <th scope="col">{t('DriverTagNumber')}</th>
          <th scope="col">{t('DriverTagUser')}</th>
          <th scope="col">{t('DriverTagRead')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('DriverTagHistory')}</span>
          </th>
        </>
      }
    >
      {props.tags.map((tag) => (
        <tr key={tag.id}>
          <th scope="row">
            {tag.name && <div>{tag.name}</div>}
            <span className={styles['number']}>{tag.tag}</span>
          </th>
          <td data-label={t('DriverTagUser')}>
            <TagLink tag={tag} name={nameOf(tag)} people={props.people} />
          </td>
          <td data-label={t('DriverTagRead')}>
            {tag.last_read_at
              ? [toldMoment(tag.last_read_at, format), tag.last_read_unit].filter(Boolean).join(' · ')
              : t('DriverTagNeverRead')}
            {tag.unassigned_trips > 0 && (
              <div className={styles['soft']}>{t('DriverTagTrips', { count: tag.unassigned_trips })}</div>
            )}
          </td>
          <td>
            <div className={styles['rowEnds']}>
              <Button isSmall look="quiet" icon="history" onClick={() => props.onOpen(tag)}>
                {t('DriverTagHistory')}
              </Button>
            </div>
          </td>
        </tr>
      ))}
    </Table>
  );
}

function AddTag(props: { people: readonly Person[]; onClose: () => void }): ReactNode {
  const { people, onClose } = props;
  const t = useT();
  const [tag, setTag] = useState('');
  const [name, setName] = useState('');
  const [userId, setUserId] = useState<number | null>(null);
  const toasts = useToasts();
  const save = useDriverWrite((send, body: { tag: string; name: string; user_id: number | null }) =>
    call(send, 'drivers.add-tag', { body }),
  );
  const run = (): void =>
    save.mutate(
      { tag, name, user_id: userId },
      {
        onSuccess: ({ tag: added }) => {
          const called = nameOf(added);
          toasts.show({
            text: added.user
              ? t('DriverTagLinked', { tag: called, name: added.user.name })
              : t('DriverTagAdded', { tag: called }),
          });
          onClose();
        },
      },
    );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!save.isPending) run();
  };
  const told = useRefusals(save.error, { tag, name });
  const close = useCarefulClose(tag !== '' || name !== '', onClose);
  return (
    <Dialog title={t('AddDriverTag')} closeLabel={t('Close')} isOpen onClose={close}>
      <form className={styles['dialog']} onSubmit={submit} noValidate>
        <TextField
          label={t('DriverTagNumber')}
          // What is wrong says the same, and what to mend.
          help={told['tag'] ? undefined : t('DriverTagNumberHelp')}
          value={tag}
          autoFocus
          autoComplete="off"
          onChange={(event) => setTag(event.target.value)}
          error={told['tag'] ?? null}
        />
        <TextField
          label={t('DriverTagName')}
          value={name}
          maxLength={50}
          onChange={(event) => setName(event.target.value)}
          error={told['name'] ?? null}
        />
        <PickField
          label={t('DriverTagUser')}
          value={userId === null ? '' : String(userId)}
          noneText={t('DriverTagNobodyYet')}
          options={people.map((one) => ({ value: String(one.id), label: one.name }))}
          onChange={(id) => setUserId(Number(id) || null)}
        />
        <FailureBanner failure={save.error} ownFields={['tag', 'name']} onRetry={run} />
        <div className={styles['ends']}>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" isBusy={save.isPending}>
            {t('AddDriverTag')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
