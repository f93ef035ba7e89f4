import { TRIP_PURPOSE_MAX } from '@spora/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { purposesQuery } from '../queries.ts';

/** ADM-014: what new trips that somebody drives get; those that the account keeps are offered while typing, another is as good but one that is archived (ADM-013). */
export function PurposeField(props: {
  value: string;
  help: string;
  onChange: (value: string) => void;
  error: string | null;
}): ReactNode {
  const t = useT();
  const listId = useId();
  const { data } = useQuery(purposesQuery(useSend()));
  const typed = props.value.trim().toLowerCase();
  const isArchived = data?.groups.some(({ name, is_archived }) => is_archived && name.toLowerCase() === typed) ?? false;
  return (
    <>
      <TextField
        label={t('UserDefaultPurpose')}
        help={isArchived ? t('UsualPurposeArchived') : props.help}
        name="default_purpose"
        list={listId}
        maxLength={TRIP_PURPOSE_MAX}
        autoComplete="off"
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
        error={props.error}
      />
      <datalist id={listId}>
        {data?.groups
          .filter(({ is_archived }) => !is_archived)
          .map(({ id, name }) => (
            <option key={id} value={name} />
          ))}
      </datalist>
    </>
  );
}
