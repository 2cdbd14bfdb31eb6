ALTER TABLE "ai_usage_days" ADD COLUMN "input_tokens" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ai_usage_days" ADD COLUMN "output_tokens" integer DEFAULT 0 NOT NULL;