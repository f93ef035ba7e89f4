import type { GroupKind } from '@spora/contract/accounts/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { groupsQuery } from '../queries.ts';
import styles from './group-field.module.css';

const GROUP_MAX = 100;

/** Names that the account uses already, to choose among while typing; a new one is as good. */
function Suggestions(props: { id: string; kind: GroupKind; without?: readonly string[] }): ReactNode {
  const { data } = useQuery(groupsQuery(useSend(), props.kind));
  return (
    <datalist id={props.id}>
      {data?.groups
        .filter(({ name, is_archived }) => !is_archived && !props.without?.includes(name))
        .map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
    </datalist>
  );
}

/** A department, a project or a purpose. */
export function GroupField(props: {
  kind: Extract<GroupKind, 'departments' | 'projects' | 'purposes'>;
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | null;
  help?: string;
  isReadOnly?: boolean;
}): ReactNode {
  const t = useT();
  const listId = useId();
  const { data } = useQuery(groupsQuery(useSend(), props.kind));
  const typed = props.value.trim().toLowerCase();
  // ADM-013: of a purpose it matters, which new trips then do not get.
  const isArchived =
    props.kind === 'purposes' && data?.groups.some(({ name, is_archived }) => is_archived && name.toLowerCase() === typed);
  return (
    <>
      <TextField
        label={props.label}
        help={isArchived ? t('UsualPurposeArchived') : props.help}
        list={listId}
        maxLength={GROUP_MAX}
        autoComplete="off"
        value={props.value}
        disabled={props.isReadOnly}
        onChange={(event) => props.onChange(event.target.value)}
        error={props.error ?? null}
      />
      <Suggestions id={listId} kind={props.kind} />
    </>
  );
}

/** Tags: Enter or a comma takes what was typed, Backspace in an empty field takes the last one back. */
export function TagsField(props: {
  label: string;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  error?: string | null;
  isReadOnly?: boolean;
}): ReactNode {
  const { values, onChange } = props;
  const t = useT();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const take = (text: string): void => {
    const names = text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !values.includes(name));
    if (names.length > 0) onChange([...values, ...new Set(names)]);
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault();
      take(typed);
    } else if (event.key === 'Backspace' && typed === '') onChange(values.slice(0, -1));
  };
  return (
    <div className={styles['tags']}>
      <TextField
        label={props.label}
        help={props.isReadOnly ? undefined : t('UnitTagsHelp')}
        list={listId}
        maxLength={GROUP_MAX}
        autoComplete="off"
        value={typed}
        disabled={props.isReadOnly}
        onChange={(event) => (event.target.value.includes(',') ? take(event.target.value) : setTyped(event.target.value))}
        onKeyDown={onKeyDown}
        onBlur={() => take(typed)}
        error={props.error ?? null}
      />
      <Suggestions id={listId} kind="tags" without={values} />
      {values.length > 0 && (
        <ul className={styles['chips']} aria-label={props.label}>
          {values.map((name) => (
            <li key={name} className={styles['chip']}>
              {name}
              {!props.isReadOnly && (
                <IconButton
                  icon="close"
                  isSmall
                  label={t('UnitTagRemove', { name })}
                  onClick={() => onChange(values.filter((each) => each !== name))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
