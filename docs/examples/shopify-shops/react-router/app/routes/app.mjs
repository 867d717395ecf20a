// app/routes/app.jsx of the template, unchanged: opening the app installs it.
import { authenticate } from '../shopify.server.mjs';

export const loader = async ({ request }) => {
  await authenticate.admin(request);
  return new Response('the app');
};
