import type { ReactNode } from 'react';
import { Select } from '../../../ui/select.tsx';
import type { AttestParts } from '../model.ts';
import styles from './attest.module.css';

/** One of the choices above what is attested; not there where there is nothing to choose, unless something is chosen. */
export function AttestChoice(
  props: AttestParts & {
    name: 'month' | 'department' | 'user' | 'unit';
    label: string;
    /** What stands for no choice. */
    all: string;
    options: readonly { readonly value: string; readonly label: string }[];
  },
): ReactNode {
  const { name, label, all, options, search, onSearch } = props;
  if (options.length <= 1 && search[name] === undefined) return null;
  return (
    <Select
      label={label}
      className={styles['filter']}
      value={search[name] ?? ''}
      isActive={search[name] !== undefined}
      searchLabel={label}
      options={[{ value: '', label: all }, ...options]}
      onChange={(value) => onSearch({ [name]: value || undefined })}
    />
  );
}
