ALTER TABLE "controller_connections" ADD COLUMN "max_parallel_requests" integer DEFAULT 4 NOT NULL;--> statement-breakpoint
ALTER TABLE "controller_connections" ADD COLUMN "max_requests_per_minute" integer;--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "waited_ms" integer;