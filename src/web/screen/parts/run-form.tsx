import type { FC } from 'hono/jsx';
import type { Links } from '../links.ts';
import { ConfirmClosed } from './confirm-closed.tsx';

interface RunFormProps {
  readonly links: Links;
  readonly request: { readonly storefronts: readonly string[]; readonly from: string; readonly to: string };
  /** `day`: a sync of a single day. */
  readonly mode: 'preview' | 'start' | 'resume' | 'day';
  /** Tells one of many such buttons from the others. */
  readonly about?: string;
  readonly isMain?: boolean;
  /** Closed months that it would tell into: then it asks for a word. */
  readonly closed?: readonly string[];
}

const words: Readonly<Record<RunFormProps['mode'], string>> = {
  preview: 'Preview',
  start: 'Start the sync',
  resume: 'Resume',
  day: 'Sync this day',
};

/** Begins a preview or a run, or goes on with one. */
export const RunForm: FC<RunFormProps> = ({ links, request, mode, about, isMain = false, closed = [] }) => (
  <form method="post" action={links.start}>
    {request.storefronts.map((name) => (
      <input type="hidden" name="storefront" value={name} />
    ))}
    <input type="hidden" name="from" value={request.from} />
    <input type="hidden" name="to" value={request.to} />
    <ConfirmClosed closed={mode === 'preview' ? [] : closed} />
    <button
      class={isMain ? 'main' : ''}
      name="mode"
      value={mode === 'preview' ? 'preview' : 'start'}
      {...(about !== undefined && { 'aria-label': `${words[mode]}: ${about}` })}
    >
      {words[mode]}
    </button>
  </form>
);
