/** The statute or state page that each built-in nexus threshold was read from, so that a merchant can check it. */
import type { ThresholdSource } from './nexus-rule.ts';

/** The day on which the thresholds were last compared with their sources. */
export const thresholdsReviewedOn = '2026-11-29';

const read = (name: string, link: string, on = thresholdsReviewedOn): ThresholdSource => ({ name, link, on });

/**
 * Stored copies were read, the first 2,000 characters of each. Where a page is older than the present rule, it still states
 * the amount, and the name adds the law that dropped the rest, such as a number of transactions.
 */
export const nexusSources = {
  AK: read(
    'Uniform Code XX.XX.040; without the count: Avalara (2024-11-19)',
    'https://arsstc.org/about/code/',
    '2024-11-19',
  ),
  AL: read(
    'Ala. Admin. Code 810-6-2-.90.03(1) (2024-11-27)',
    'https://regulations.justia.com/states/alabama/title-810/chapter-810-6-2/section-810-6-2-90-03',
  ),
  AR: read(
    'Arkansas DFA, remote seller FAQ',
    'https://ssl-dfa-site.ark.org/excise-tax/sales-and-use-tax/arkansas-remote-seller-frequently-asked-questions-faqs',
  ),
  AZ: read(
    'A.R.S. 42-5044 (HB 2757, 2019); azdor.gov, retail sales',
    'https://azdor.gov/business/transaction-privilege-tax/retail-sales-subject-tpt/arizona-based-sellers',
  ),
  CA: read('18 CCR 1684; CDTFA Publication 77 (2021-10)', 'https://cdtfa.ca.gov/formspubs/pub77/'),
  CO: read(
    '1 CCR 201-4, Rule 39-26-102(3) (2024-06-10)',
    'https://casetext.com/regulation/colorado-administrative-code/department-200-department-of-revenue/division-201-taxation-division/rule-1-ccr-201-4-sales-and-use-tax/rule-39-26-1023-doing-business-in-this-state',
  ),
  CT: read(
    'HB 7424 (2019), by Sovos (2020-11-12); no state page found',
    'https://sovos.com/blog/sut/understanding-the-connecticut-sales-tax-nexus',
  ),
  DC: read(
    'DC Office of Tax and Revenue, marketplace sellers FAQ 2 and 3',
    'https://otr.cfo.dc.gov/page/marketplace-sellers-frequently-asked-questions-FAQs',
  ),
  FL: read('Fla. Stat. 212.0596(1)(b) (2021)', 'https://www.flsenate.gov/Laws/Statutes/2021/212.0596'),
  GA: read(
    'O.C.G.A. 48-8-2(8)(M.1), by Streamlined Sales Tax; no state page found',
    'https://streamlinedsalestax.org/state-details/georgia',
  ),
  HI: read('Hawaii Act 41 (2018), SB 2514', 'https://www.capitol.hawaii.gov/session2018/bills/SB2514_CD1_.htm'),
  IA: read('tax.iowa.gov, remote sellers', 'https://tax.iowa.gov/remote-sellers'),
  ID: read(
    'Idaho Code 63-3611; tax.idaho.gov, online sellers, A and B',
    'https://tax.idaho.gov/taxes/sales-use/guides-for-certain-groups/online-sellers/business-types/',
  ),
  IL: read(
    '86 Ill. Adm. Code 131.115(a) and (b); without the count: Public Act 104-0006 (2025)',
    'https://law.cornell.edu/regulations/illinois/Ill-Admin-Code-tit-86-SS-131.115',
  ),
  IN: read(
    'Ind. Code 6-2.5-2-1(d); in.gov/dor, remote sellers',
    'https://www.in.gov/dor/i-am-a/business-corp/remote-sellers/',
  ),
  KS: read(
    'Kansas SB 50 (2021), Notice 21-17, by Clarus Partners (2021-11-11); no state page found',
    'https://claruspartners.com/kansas-guidance-for-remote-sellers-and-marketplace-facilitators/',
  ),
  KY: read(
    'KRS 139.340; taxanswers.ky.gov, remote retailers FAQ; without the count: HB 757 (2026)',
    'https://taxanswers.ky.gov/Sales-and-Excise-Taxes/Pages/Remote-Retailers-Marketplace-Providers-FAQs.aspx',
  ),
  LA: read(
    'La. R.S. 47:340(G)(6), by RSM (2020); no state page found',
    'https://rsmus.com/insights/tax-alerts/2020/louisiana-issues-wayfair-collection-and-registration-guidance.html',
  ),
  MA: read(
    '830 CMR 64H.1.9(1)(b) (2024-09-27)',
    'https://regulations.justia.com/states/massachusetts/830-cmr/title-830-cmr-64h-00/section-64h-1-9',
  ),
  MD: read(
    'COMAR 03.06.01.33(B)(5); marylandtaxes.gov (2019-11-25)',
    'https://marylandtaxes.gov/business/sales-use/out-of-state-vendor.php',
  ),
  ME: read('36 M.R.S. 1754-B(1-B)(B)', 'https://mainelegislature.org/statutes/36/title36sec1754-B.html'),
  MI: read(
    'MCL 205.52c(1), Public Act 145 of 2019',
    'https://ombudsman.legislature.mi.gov/documents/2019-2020/publicact/htm/2019-PA-0145.htm',
  ),
  MN: read(
    'Minn. Stat. 297A.66; revenue.state.mn.us, who needs to register',
    'https://www.revenue.state.mn.us/guide/who-needs-register',
  ),
  MO: read(
    '144.605 RSMo; dor.mo.gov, remote seller FAQ',
    'https://dor.mo.gov/faq/taxation/business/remote-seller-and-marketplace-facilitator.html',
  ),
  MS: read(
    'Miss. Admin. Code 35.IV.3.09; HB 379 (2020), by salestaxinstitute.com; no state page found',
    'https://www.salestaxinstitute.com/resources/mississippi-issues-economic-nexus-rule',
  ),
  NC: read(
    'ncdor.gov, remote sales; without the count: Directive SD-24-1 (2024-07-01)',
    'https://www.ncdor.gov/taxes-forms/sales-and-use-tax/remote-sales',
  ),
  ND: read(
    'N.D.C.C. 57-39.2-02.2 (2023)',
    'https://casetext.com/statute/north-dakota-century-code/title-57-taxation/chapter-57-392-sales-tax/section-57-392-022-certain-sellers-located-outside-this-state-required-to-collect-and-remit-sales-taxes-criteria',
  ),
  NE: read(
    'Nebraska LB 284 (2019); revenue.nebraska.gov, remote seller FAQ',
    'https://revenue.nebraska.gov/about/frequently-asked-questions/remote-seller-and-marketplace-facilitator-faqs',
  ),
  NJ: read(
    'N.J.S.A. 54:32B-3.5; nj.gov/treasury/taxation, remote sellers FAQ',
    'https://www.nj.gov/treasury/taxation/remotesellersfaq.shtml',
  ),
  NM: read('NMSA 7-9-3.3 (2019)', 'https://law.justia.com/codes/new-mexico/2019/chapter-7/article-9/section-7-9-3-3/'),
  NV: read(
    'LCB File R189-18; tax.nv.gov, marketplace sellers',
    'https://tax.nv.gov/Home/Features/Marketplace_Fairness/',
  ),
  NY: read(
    'TSB-M-19(4)S; 20 NYCRR 539.2; tax.ny.gov, no physical presence',
    'https://tax.ny.gov/pubs_and_bulls/publications/sales/nexus.htm',
  ),
  OH: read(
    'HB 166 (2019); tax.ohio.gov, out-of-state sellers',
    'https://tax.ohio.gov/business/ohio-business-taxes/sales-and-use/out-of-state-sellers',
  ),
  OK: read(
    'ok.gov/tax, sales tax and use tax',
    'https://www.ok.gov/tax/Businesses/Tax_Types/Business_Sales_Tax/Sales_Tax_vs._Use_Tax.html',
  ),
  PA: read(
    'Sales and Use Tax Bulletin 2019-01; Act 13 of 2019; revenue.pa.gov, online retailers',
    'https://www.revenue.pa.gov/TaxTypes/SUT/OnlineRetailers/Pages/default.aspx',
  ),
  PR: read(
    'Regulation 9237 (2020), by Avalara (2021-07); no government page found',
    'https://www.avalara.com/blog/en/north-america/2021/07/puerto-rico-adopts-economic-nexus-taxres-remote-sales.html',
  ),
  RI: read('R.I. Gen. Laws 44-18.2-3(A) and (E)', 'https://law.counselstack.com/statute/ri/44-18.2-3'),
  SC: read(
    'SC Revenue Ruling 18-14; dor.sc.gov, remote sellers',
    'https://dor.sc.gov/sales-use-tax-index/sales-tax/remote-sellers',
  ),
  SD: read('SDCL 10-64-2 (SB 30, 2023)', 'https://sdlegislature.gov/Session/Bill/23843/242476'),
  TN: read(
    'Tenn. Comp. R. & Regs. 1320-05-01-.129(2); RS-3 (2021-12-22)',
    'https://revenue.support.tn.gov/hc/en-us/articles/360057680592-RS-3-How-to-Apply-Sales-Threshold',
  ),
  TX: read(
    '34 TAC 3.286; comptroller.texas.gov, remote sellers',
    'https://comptroller.texas.gov/taxes/sales/remote-sellers.php',
  ),
  UT: read(
    'Utah Code 59-12-107; tax.utah.gov, remote sellers; without the count: SB 47 (2025)',
    'https://tax.utah.gov/sales/remote-sellers',
  ),
  VA: read(
    'Va. Code 58.1-612; tax.virginia.gov, remote sellers',
    'https://tax.virginia.gov/remote-sellers-marketplace-facilitators-economic-nexus',
  ),
  VT: read('32 V.S.A. 9701(9)(F), at tax.vermont.gov', 'https://tax.vermont.gov/node/7078'),
  WA: read(
    'RCW 82.08.052; dor.wa.gov, out of state businesses (2020-04)',
    'https://dor.wa.gov/education/industry-guides/out-state-businesses-reporting-thresholds-and-nexus',
  ),
  WI: read(
    'Tax 11.97; 2021 Wis. Act 1; revenue.wi.gov, remote sellers FAQ',
    'https://revenue.wi.gov/Pages/FAQS/ise-remote-sellers.aspx',
  ),
  WV: read(
    'W. Va. Code 11-15A-6b; tax.wv.gov, remote sellers',
    'https://tax.wv.gov/Business/SalesAndUseTax/ECommerce/RemoteSellers/Pages/RemoteSellersAndWestVirginiaTax.aspx',
  ),
  WY: read('Wyo. Stat. 39-15-501(a) (2024)', 'https://library.partnertax.ai/us-wy/stat/39-15-501'),
} as const satisfies Readonly<Record<string, ThresholdSource>>;

/** The states with a general sales tax, DC and PR, by two letters. */
export type TaxedState = keyof typeof nexusSources;
