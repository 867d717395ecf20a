import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { toExpress } from 'tax-nexus-sync/express';
import { taxNexus } from '../tax-nexus.mjs';

class AppModule {}
Module({})(AppModule); // in TypeScript: @Module({}) class AppModule {}

const app = await NestFactory.create(AppModule, { rawBody: true });
app.use('/tax-nexus', toExpress(taxNexus));

await taxNexus.start();
await app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
console.log(`listening on ${await app.getUrl()}`);

process.once('SIGTERM', async () => {
  await taxNexus.stop({ drainMs: 10_000 });
  await app.close();
});
