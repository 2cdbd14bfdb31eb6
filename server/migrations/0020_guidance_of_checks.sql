ALTER TABLE "check_results" ADD COLUMN "severity" text DEFAULT 'medium' NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_queries" ADD COLUMN "severity" text DEFAULT 'medium' NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_queries" ADD COLUMN "why" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_queries" ADD COLUMN "remedy" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_queries" ADD COLUMN "links" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_queries" ADD COLUMN "look" boolean DEFAULT false NOT NULL;