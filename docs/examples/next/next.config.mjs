// The package stays a package: a bundler must not take it apart.
export default { serverExternalPackages: ['tax-nexus-sync'] };
