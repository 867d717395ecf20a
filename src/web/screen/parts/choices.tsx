/**
 * Proposes settings that settle a group of held sales for all later sales, each to be previewed and copied to the configuration.
 */
import type { FC } from 'hono/jsx';
import type { OpenGroup } from '../../../operations/decisions/open-groups.ts';
import type { Links } from '../links.ts';
import { IfMay } from './forms.tsx';
import type { NeedsYouQuery } from './matters.tsx';

/** The screen stores no setting: the host's configuration alone decides how sales are mapped. */
export const Snippet: FC<{ readonly setting: string; readonly storefronts: readonly string[] }> = ({
  setting,
  storefronts,
}) => (
  <>
    <p class="small soft below">
      For your developer: write it to {storefronts.length === 1 ? 'the storefront' : 'each of the storefronts'}{' '}
      <strong>{storefronts.join(', ')}</strong> in <code>tax-nexus.config</code>, or where your app calls{' '}
      <code>createTaxNexus</code>. Keep what its policy has already.
    </p>
    <pre class="snippet" tabindex={0} aria-label="Setting to copy">
      {setting}
    </pre>
  </>
);

export const Choices: FC<{ readonly links: Links; readonly query: NeedsYouQuery; readonly group: OpenGroup }> = ({
  links,
  query,
  group: { choices, storefronts },
}) =>
  choices.length === 0 ? null : (
    <details class="below">
      <summary>Settle all later sales by a setting</summary>
      <ul class="plain list">
        {choices.map(({ setting, meaning }, index) => (
          <li>
            <div class="what">
              {meaning}
              <Snippet setting={setting} storefronts={storefronts} />
              <IfMay links={links} right="operate">
                <p class="below">
                  <a
                    class="button"
                    href={links.setting({ ...query, after: '', choice: String(index) })}
                    aria-label={`Preview: ${meaning}`}
                  >
                    Preview
                  </a>
                </p>
              </IfMay>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
