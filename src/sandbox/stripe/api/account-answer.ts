import type { Json } from '../objects/stripe-object.ts';

/** The sample account itself: a US business in New York. */
export const accountAnswer = (id: string): Json => ({
  id,
  object: 'account',
  business_profile: { mcc: '5734', name: 'Sample & Sons', support_email: null, url: 'https://sample-store.example' },
  business_type: 'company',
  charges_enabled: true,
  country: 'US',
  default_currency: 'usd',
  details_submitted: true,
  email: 'owner@example.com',
  payouts_enabled: true,
  settings: { dashboard: { display_name: 'Sample & Sons', timezone: 'America/New_York' } },
  type: 'standard',
});
