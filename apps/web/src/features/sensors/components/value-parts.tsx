import { Fragment, type ReactNode } from 'react';

/** `11,0 °C · 60 % · Stängd`: what was measured, each in one line, with the sign between at its end. */
export function ValueParts({ text }: { text: string }): ReactNode {
  const parts = text.split(' · ');
  return parts.map((part, i) => (
    <Fragment key={part}>
      {i > 0 && ' '}
      <span className="unbroken">{i < parts.length - 1 ? `${part} ·` : part}</span>
    </Fragment>
  ));
}
