import { jsonReply, type Reply } from '../http/reply.ts';
import type { AdminTokens } from './admin-tokens.ts';
import { readFields, textField } from './read-fields.ts';
import type { SampleShopOptions } from './sample-shop-options.ts';

const refused = (error: string, description: string): Reply =>
  jsonReply(400, { error, error_description: description });

/** The client-credentials grant: `POST /admin/oauth/access_token` with the app's key and secret, as JSON or as a form. */
export const grantToken = (
  { scopes, tokenLifetime }: Required<SampleShopOptions>,
  tokens: AdminTokens,
  body: string,
): Reply => {
  const fields = readFields(body);
  if (textField(fields, 'grant_type') !== 'client_credentials') {
    return refused('unsupported_grant_type', 'Only client_credentials are granted here.');
  }
  const token = tokens.issue(textField(fields, 'client_id'), textField(fields, 'client_secret'));
  return token === undefined
    ? refused('application_cannot_be_found', 'No app has this key and secret.')
    : jsonReply(200, { access_token: token, scope: scopes.join(','), expires_in: tokenLifetime });
};
