import { useMemo, type ReactNode } from 'react';
import { parseSafeText, type SafeNode } from '../safe-text.ts';

/** A text from support with its few tags; it never becomes HTML (SEC-010). */
export function SafeText(props: { text: string }): ReactNode {
  const nodes = useMemo(() => parseSafeText(props.text), [props.text]);
  return <Nodes nodes={nodes} />;
}

const Nodes = (props: { nodes: readonly SafeNode[] }): ReactNode => props.nodes.map((node, at) => <Piece key={at} node={node} />);

function Piece({ node }: { node: SafeNode }): ReactNode {
  if (typeof node === 'string') return node;
  if (node.tag === 'br') return <br />;
  const inner = <Nodes nodes={node.children} />;
  if (node.tag !== 'a') return <node.tag>{inner}</node.tag>;
  const isPage = node.href.startsWith('https:');
  return (
    <a href={node.href} rel="noopener noreferrer" target={isPage ? '_blank' : undefined}>
      {inner}
    </a>
  );
}
