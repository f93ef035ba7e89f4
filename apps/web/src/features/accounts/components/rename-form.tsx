import type { Group, GroupKind } from '@spora/contract/accounts/endpoints';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { useGroupChanges } from '../use-group-changes.ts';
import styles from '../groups-screen.module.css';

/** The name in its place in the list: Enter saves, Escape leaves it as it was. */
export function RenameForm(props: { kind: GroupKind; group: Group; onDone: () => void }): ReactNode {
  const { kind, group, onDone } = props;
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const [name, setName] = useState(group.name);
  const { rename } = useGroupChanges(kind, group);
  const fields = errors.fields(rename.error);
  const fault = rename.error ? (fields['name'] ?? errors.text(rename.error)) : null;
  const save = (): void => {
    if (name.trim() === group.name) return onDone();
    rename.mutate(
      { name },
      {
        onSuccess: () => {
          toasts.show({
            text: t('GroupRenamed', { name: name.trim() }),
            action: { label: t('Undo'), run: () => rename.mutate({ name: group.name }) },
          });
          onDone();
        },
      },
    );
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!rename.isPending) save();
  };
  return (
    <form
      className={styles['rename']}
      onSubmit={submit}
      noValidate
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone();
      }}
    >
      <TextField
        label={t('GroupNewName', { name: group.name })}
        autoFocus
        maxLength={100}
        value={name}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setName(event.target.value)}
        error={fault}
      />
      <Button type="submit" look="primary" isBusy={rename.isPending}>
        {t('Save')}
      </Button>
      <IconButton icon="close" label={t('Cancel')} onClick={onDone} />
    </form>
  );
}
